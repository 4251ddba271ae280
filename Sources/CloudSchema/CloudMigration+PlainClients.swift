extension CloudMigration {
  /// Triggers by which clients that know nothing of sync take part through plain PostgREST.
  static let plainClients = #"""
    -- Is there such a person? Asked with the owner's rights: nobody else reads `auth.users`. Who
    -- asks outside a trigger is told of nobody but themselves.
    create or replace function lectern.is_here(person uuid) returns boolean
    language sql stable security definer set search_path = '' as $$
      select exists (select from auth.users u where u.id = person)
        and (pg_trigger_depth() > 0 or person = auth.uid())
    $$;

    -- Runs before every statement of a plain client: the head is locked before any row is.
    create or replace function lectern.begin_plain() returns trigger
    language plpgsql volatile set search_path = '' as $$
    begin
      if lectern.is_here(auth.uid()) then
        perform lectern.open_head(auth.uid());
      end if;
      return null;
    end $$;

    -- Runs after it: the head is written once, and rows of runs that it ended go.
    create or replace function lectern.end_plain() returns trigger
    language plpgsql volatile set search_path = '' as $$
    declare
      owner uuid := nullif(current_setting('lectern.owner', true), '')::uuid;
    begin
      if owner is null then
        return null;
      elsif tg_table_name = 'runs' then
        perform set_config('lectern.writer', 'sync', true);
        perform lectern.drop_past(owner);
        perform set_config('lectern.writer', '', true);
      end if;
      perform lectern.close_head();
      return null;
    end $$;

    -- The stamp of a plain client's edit: now, or just later than what it edits.
    create or replace function lectern.plain_stamp(stored text, at bigint) returns text
    language plpgsql immutable set search_path = '' as $$
    declare
      fresh text := lpad(to_hex(at), 12, '0') || '-0000-plain-client';
      ms bigint := lectern.stamp_ms(stored);
      counter integer;
    begin
      if stored is null or stored collate "C" < fresh collate "C" then
        return fresh;
      end if;
      counter := ('x' || substr(stored, 14, 4))::bit(16)::integer + 1;
      return lpad(to_hex(ms + counter / 65536), 12, '0') || '-'
        || lpad(to_hex(counter % 65536), 4, '0') || '-plain-client';
    end $$;

    -- The values of a row that a plain client wrote, in the wire's form.
    create or replace function lectern.plain_values(tbl text, written jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      field lectern.columns;
      value jsonb;
      vals jsonb := '{}';
    begin
      for field in
        select c.* from lectern.columns c where c.table_name = tbl order by c.position
      loop
        value := written -> field.column_name;
        if field.rule = 'per_element' and value = 'null' then
          perform lectern.refuse_null(tbl, field.column_name);
        elsif field.kind = 'set' and value <> 'null' then
          if not lectern.holds_only(value, 'array', 'string') then
            raise exception using errcode = '22023', message = format(
              'the value of %s.%s is not an array of strings', tbl, field.column_name);
          end if;
          value := lectern.sorted(value);
          if field.rule = 'per_element' then
            value := lectern.switches(value, null);
          end if;
        elsif field.kind = 'time' and value <> 'null' then
          value := to_jsonb(lectern.iso((value #>> '{}')::timestamptz));
        end if;
        vals := vals || jsonb_build_object(field.column_name, value);
      end loop;
      return vals;
    end $$;

    -- Joins what a plain client wrote with the stored row: the next values and stamps, or null
    -- where nothing changes. An element left out is off; an edit of the row asserts it alive.
    create or replace function lectern.join_plain(
      tbl text, vals jsonb, stored jsonb, names_deletion boolean, at bigint
    ) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      next jsonb := stored -> 'values';
      stamps jsonb := coalesce(stored -> 'stamps', '{}');
      is_edit boolean := false;
      cell record;
    begin
      for cell in
        select o.*, coalesce(n.value, 'false') as fresh,
          array_remove(array[o.col, o.element], null) as path
        from lectern.cells(tbl, stored -> 'values', stored ->> 'stamp', stored -> 'stamps') o
        left join lectern.cells(tbl, vals, null, null) n
          on n.col = o.col and n.element is not distinct from o.element
        union all
        select n.place, n.col, n.element, n.rule, 'false', null, n.value,
          array[n.col, n.element]
        from lectern.cells(tbl, vals, null, null) n
        where n.rule = 'per_element' and not stored -> 'values' -> n.col ? n.element
        order by place
      loop
        if cell.col = 'deleted_at' and not names_deletion
          and (is_edit or next -> 'deleted_at' <> 'null')
        then
          cell.fresh := 'null';
        elsif cell.rule not in ('lww', 'per_element') then
          cell.fresh := lectern.joined(cell.rule, cell.value, cell.fresh);
        end if;
        if cell.fresh <> cell.value
          or cell.col = 'deleted_at' and is_edit and cell.fresh = 'null'
        then
          is_edit := true;
          next := jsonb_set(next, cell.path, cell.fresh);
          if cell.rule in ('lww', 'per_element') then
            stamps := lectern.marked(stamps, cell.path, lectern.plain_stamp(cell.cell_stamp, at),
              stored ->> 'stamp', cell.element is not null and cell.fresh = 'false');
          end if;
        end if;
      end loop;
      return case when is_edit then
        jsonb_build_object('values', next, 'stamps', lectern.tidied(stamps)) end;
    end $$;

    -- Notes that an UPDATE names `deleted_at`: only then does it speak of deletion itself.
    create or replace function lectern.name_deletion() returns trigger
    language plpgsql volatile set search_path = '' as $$
    begin
      perform set_config('lectern.names_deletion', 'yes', true);
      return new;
    end $$;

    -- Takes the tombstone of a named row out, so that an INSERT may revive it; null where none is.
    create or replace function lectern.exhume(owner uuid, tbl text, row_id uuid) returns jsonb
    language plpgsql volatile set search_path = '' as $$
    declare
      stored jsonb := lectern.row_of(owner, tbl, row_id);
    begin
      if stored -> 'values' ->> 'deleted_at' is null then
        return null;
      end if;
      perform set_config('lectern.writer', 'revival', true);
      execute format('delete from public.%I t where t.user_id = $1 and t.id = $2', tbl)
      using owner, row_id;
      perform set_config('lectern.writer', '', true);
      return stored;
    end $$;

    -- Stamps, numbers and joins a row that a plain client writes. A row of nobody, or of somebody
    -- else, goes on as it is: the table refuses it.
    create or replace function lectern.write_plain() returns trigger
    language plpgsql volatile set search_path = '' as $$
    declare
      sheet lectern.tables;
      names_deletion boolean := current_setting('lectern.names_deletion', true) = 'yes';
      vals jsonb := lectern.plain_values(tg_table_name, to_jsonb(new));
      at bigint := lectern.now();
      tombstone jsonb;
      next jsonb;
    begin
      perform set_config('lectern.names_deletion', '', true);
      select t.* into sheet from lectern.tables t where t.name = tg_table_name;
      if tg_op = 'INSERT' then
        if lectern.is_past(new.user_id, tg_table_name, vals) then
          return null;
        elsif new.user_id is null
          or row_security_active(tg_relid) and new.user_id is distinct from auth.uid()
        then
          return new;
        end if;
        new.stamp := lectern.plain_stamp(null, at);
        next := jsonb_build_object('values', vals, 'stamps', null);
        if sheet.natural_key is not null then
          new.id := coalesce(
            lectern.named_id(tg_table_name, lectern.key_of(sheet.natural_key, vals)),
            gen_random_uuid());
          tombstone := lectern.exhume(new.user_id, tg_table_name, new.id);
        end if;
        if tombstone is not null then
          new.stamp := tombstone ->> 'stamp';
          next := lectern.join_plain(tg_table_name, vals, tombstone, false, at);
        end if;
      elsif pg_trigger_depth() > 1 then
        return null;
      else
        new.user_id := old.user_id;
        new.id := old.id;
        new.stamp := old.stamp;
        next := lectern.join_plain(tg_table_name, vals,
          lectern.row_of(old.user_id, tg_table_name, old.id), coalesce(names_deletion, false), at);
        if next is null then
          return old;
        elsif lectern.key_of(sheet.natural_key, next -> 'values')
          <> lectern.key_of(sheet.natural_key, to_jsonb(old))
        then
          raise exception using errcode = '22023', message = format(
            'what names a row of %s does not change: delete it and insert another', tg_table_name);
        end if;
      end if;
      new := jsonb_populate_record(new, lectern.column_form(tg_table_name, next -> 'values'));
      new.stamps := nullif(next -> 'stamps', 'null');
      new.seq := lectern.take_number(new.user_id);
      new.updated_at := lectern.edited_at(tg_table_name, next -> 'values', new.stamp, new.stamps);
      return new;
    end $$;

    -- Undoes a plain client's DELETE: rows that cannot die, or are dead, come back as they were,
    -- others as tombstones. Where the person goes, the rows may go: then it runs as the role that
    -- deletes people, which may know nothing of this schema, or the project itself says so.
    create or replace function lectern.undo_delete() returns trigger
    language plpgsql volatile set search_path = '' as $$
    declare
      tbl text := tg_table_name;
      is_monotone boolean;
      at bigint;
      gone_row jsonb;
    begin
      if current_setting('lectern.writer', true) = 'revival' then
        return null;
      elsif current_user = 'service_role'
        and nullif(current_setting('request.headers', true), '')::jsonb ? 'lectern-erase'
      then
        return null;
      elsif has_table_privilege('auth.users', 'select') and not row_security_active('auth.users')
      then
        if not exists (select from gone t join auth.users u on u.id = t.user_id) then
          return null;
        end if;
      end if;
      is_monotone := (select t.is_monotone from lectern.tables t where t.name = tbl);
      at := lectern.now();
      perform set_config('lectern.writer', 'sync', true);
      execute format(
        'insert into public.%I select t.* from gone t where lectern.is_here(t.user_id)', tbl)
        || case when is_monotone then '' else ' and t.deleted_at is not null' end;
      if not is_monotone then
        for gone_row in execute format(
          'select %s || jsonb_build_object(''owner'', t.user_id) from gone t '
          'where lectern.is_here(t.user_id) and t.deleted_at is null', lectern.row_sql(tbl))
        loop
          perform lectern.bury((gone_row ->> 'owner')::uuid, tbl, gone_row, at);
        end loop;
      end if;
      perform set_config('lectern.writer', '', true);
      return null;
    end $$;

    -- Stores a deleted row again, dead.
    create or replace function lectern.bury(owner uuid, tbl text, gone_row jsonb, at bigint)
    returns void
    language plpgsql volatile set search_path = '' as $$
    declare
      row_stamp text := gone_row ->> 'stamp';
      stamp text := lectern.plain_stamp(
        coalesce(gone_row -> 'stamps' ->> 'deleted_at', row_stamp), at);
    begin
      perform lectern.store(owner, tbl, (gone_row ->> 'id')::uuid,
        gone_row -> 'values'
          || jsonb_build_object('deleted_at', lectern.iso(lectern.moment(at))),
        row_stamp,
        lectern.tidied(lectern.marked(
          coalesce(gone_row -> 'stamps', '{}'), '{deleted_at}', stamp, row_stamp, false)),
        true);
    end $$;
    """#
}
