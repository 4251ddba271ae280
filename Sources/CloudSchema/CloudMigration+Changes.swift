extension CloudMigration {
  /// What a change must look like and rest on before it is joined.
  static let changes = #"""
    -- Refuses a change that has not the form of one.
    create or replace function lectern.check_change(change jsonb) returns void
    language plpgsql stable set search_path = '' as $$
    declare
      tbl text := change ->> 'table';
      fault text;
    begin
      if jsonb_typeof(change) is distinct from 'object' then
        fault := 'a change is not an object';
      elsif jsonb_typeof(change -> 'table') is distinct from 'string' then
        fault := 'a change names no table';
      elsif not exists (select from lectern.tables t where t.name = tbl) then
        raise exception using errcode = '42P01',
          message = format('relation "%s" does not exist', tbl);
      elsif not lectern.is_uuid(lectern.word(change -> 'id')) then
        fault := 'the id is not a UUID';
      elsif coalesce(lectern.word(change -> 'op'), '') not in ('insert', 'update') then
        fault := 'the op is neither insert nor update';
      elsif not lectern.is_stamp(lectern.word(change -> 'stamp')) then
        fault := 'the stamp has not the form of one';
      elsif jsonb_typeof(change -> 'values') is distinct from 'object' then
        fault := 'the values are not an object';
      end if;
      if fault is not null then
        raise exception using errcode = '22023', message = fault;
      end if;
      perform lectern.check_columns(tbl, change -> 'values');
      perform lectern.check_stamps(tbl, 'stamps', change -> 'stamps', false);
      perform lectern.check_stamps(tbl, 'bases', change -> 'bases', false);
      perform lectern.check_stamps(tbl, 'sent', change -> 'sent', true);
    end $$;

    create or replace function lectern.word(value jsonb) returns text
    language sql immutable as $$
      select case when jsonb_typeof(value) = 'string' then value #>> '{}' end
    $$;

    create or replace function lectern.check_columns(tbl text, named jsonb) returns void
    language plpgsql stable set search_path = '' as $$
    declare
      col text;
    begin
      select k.name into col from jsonb_object_keys(named) k(name)
      where not exists (
        select from lectern.columns c where c.table_name = tbl and c.column_name = k.name)
      order by k.name collate "C" limit 1;
      if col is not null then
        raise exception using errcode = '42703',
          message = format('column "%s" of relation "%s" does not exist', col, tbl);
      end if;
    end $$;

    create or replace function lectern.check_stamps(
      tbl text, part text, named jsonb, is_list boolean
    ) returns void
    language plpgsql stable set search_path = '' as $$
    declare
      is_right boolean;
    begin
      if coalesce(named, 'null') = 'null' then
        return;
      elsif jsonb_typeof(named) <> 'object' then
        raise exception using errcode = '22023', message = format('the %s are not an object', part);
      end if;
      perform lectern.check_columns(tbl, named);
      select bool_and(case
        when c.rule <> 'per_element' then lectern.are_stamps(n.value, is_list)
        when jsonb_typeof(n.value) <> 'object' then false
        else not exists (
          select from jsonb_each(case jsonb_typeof(n.value) when 'object' then n.value end) e
          where not lectern.are_stamps(e.value, is_list))
        end) into is_right
      from jsonb_each(named) n
      join lectern.columns c on c.table_name = tbl and c.column_name = n.key;
      if not is_right then
        raise exception using errcode = '22023',
          message = format('the %s hold what is no stamp', part);
      end if;
    end $$;

    create or replace function lectern.are_stamps(value jsonb, is_list boolean) returns boolean
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select case
          when not is_list then lectern.is_stamp(lectern.word(value))
          when jsonb_typeof(value) <> 'array' then false
          else not exists (
            select
            from jsonb_array_elements(case jsonb_typeof(value) when 'array' then value end) e(item)
            where not lectern.is_stamp(lectern.word(e.item)))
          end);
    end $$;

    -- The latest stamp of a change, its overrides included.
    create or replace function lectern.newest_stamp(change jsonb) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select max(s.stamp collate "C") from (
          select change ->> 'stamp' as stamp
          union all
          select lectern.word(o.value) from jsonb_each(
            case jsonb_typeof(change -> 'stamps') when 'object' then change -> 'stamps' end) o
          union all
          select lectern.word(e.value) from jsonb_each(
            case jsonb_typeof(change -> 'stamps') when 'object' then change -> 'stamps' end) o
          cross join lateral jsonb_each(
            case jsonb_typeof(o.value) when 'object' then o.value end) e
        ) s);
    end $$;

    -- The parents that a row names and the cloud has not; null where none is missing.
    create or replace function lectern.missing_parents(owner uuid, tbl text, vals jsonb)
    returns jsonb
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select jsonb_agg(
          jsonb_build_object('table', c.parent, 'id', vals ->> c.column_name) order by c.position)
        from lectern.columns c
        where c.table_name = tbl and c.parent is not null and vals ->> c.column_name is not null
          and not lectern.has_row(owner, c.parent, (vals ->> c.column_name)::uuid));
    end $$;

    -- Does the row belong to a run that is over? Everyone begins with run 0.
    create or replace function lectern.is_past(owner uuid, tbl text, vals jsonb) returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select exists (
          select from lectern.tables t
          where t.name = tbl and t.run_column is not null and coalesce((
            select r.run from public.runs r
            where r.user_id = owner
              and r.name = t.run_prefix || coalesce(vals ->> t.run_name_column, '')), 0)
            > coalesce((vals ->> t.run_column)::bigint, 0)));
    end $$;

    create or replace function lectern.drop_past(owner uuid) returns void
    language plpgsql volatile set search_path = '' as $$
    declare
      sheet lectern.tables;
    begin
      for sheet in select t.* from lectern.tables t where t.run_column is not null loop
        execute format(
          'delete from public.%I t using public.runs r where t.user_id = $1 and r.user_id = $1 '
          'and r.name = %L || coalesce(%s, '''') and t.%I < r.run',
          sheet.name, sheet.run_prefix,
          case when sheet.run_name_column is null then 'null'
            else format('t.%I', sheet.run_name_column) end,
          sheet.run_column)
        using owner;
      end loop;
    end $$;
    """#
}
