extension CloudMigration {
  /// `sync_digest`: what the cloud holds, in few bytes. `RowDigester` names the bytes that stand
  /// for a row.
  static let digest = #"""
    -- The cast keeps it immutable: else PostgreSQL would call it for each value.
    create or replace function lectern.told(word text) returns text
    language sql immutable as $$ select coalesce(octet_length(word)::text || ':' || word, '-') $$;

    -- The stamps of a set with elements that are off, or were edited by themselves.
    create or replace function lectern.told_stamps(items jsonb, stamps jsonb, stamp text)
    returns text
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select case
          when min(e.mark || e.stamp) = max(e.mark || e.stamp) and min(e.mark) = '+' then
            min(e.stamp)
          else coalesce(string_agg(
            e.mark || lectern.told(e.name) || e.stamp, '' order by e.name collate "C"), '') end
        from (
          select '+', i.name, coalesce(stamps ->> i.name, told_stamps.stamp) collate "C"
          from jsonb_array_elements_text(coalesce(items, '[]')) i(name)
          union all
          select '-', k.key, k.value from jsonb_each_text(stamps) k
          where not coalesce(items, '[]') ? k.key
        ) e(mark, name, stamp));
    end $$;

    create or replace function lectern.digits(bits bit) returns text
    language sql immutable as $$
      select lpad(to_hex(substring(bits from 1 for 64)::bit(64)::bigint), 16, '0')
        || lpad(to_hex(substring(bits from 65 for 64)::bit(64)::bigint), 16, '0')
    $$;

    -- SQL for the bits of row `t`: written out, since what it calls is only called stable.
    create or replace function lectern.bits_sql(tbl text) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select '(''x'' || left(encode(sha256(convert_to(t.id::text'
          || string_agg(' || ' || case
            when c.rule = 'per_element' then format(
              'coalesce(t.%1$I::text, ''[]'') || case '
              'when t.stamps -> %1$L is not null then '
              'lectern.told_stamps(t.%1$I, t.stamps -> %1$L, t.stamp) '
              'when t.%1$I = ''[]'' then '''' else t.stamp end', c.column_name)
            when c.rule = 'union' then format('coalesce(t.%I::text, ''[]'')', c.column_name)
            else
              case c.rule when 'lww' then
                format('coalesce(t.stamps ->> %L, t.stamp) || ', c.column_name) else '' end
              || format(case c.kind when 'time' then 'lectern.told(lectern.iso(t.%I))'
                else 'lectern.told(t.%I::text)' end, c.column_name)
            end, '' order by c.position)
          || ', ''UTF8'')), ''hex''), 32))::bit(128)'
        from lectern.columns c where c.table_name = tbl);
    end $$;

    -- SQL for those rows of a table of one person ($1) that count: up to a number ($2), alive, or
    -- dead since the last purge ($3).
    create or replace function lectern.counted_sql(tbl text) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select format(' from public.%I t where t.user_id = $1 and t.seq <= $2', t.name)
          || case when t.is_monotone then '' else ' and (t.deleted_at is null or t.seq > $3)' end
        from lectern.tables t where t.name = tbl);
    end $$;

    -- 16 digits for the names and rules of a table's columns.
    create or replace function lectern.form(tbl text) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select left(encode(sha256(convert_to(
          string_agg(c.column_name || ' ' || c.rule, ',' order by c.position), 'UTF8')), 'hex'), 16)
        from lectern.columns c where c.table_name = tbl);
    end $$;

    create or replace function lectern.sum(rows bigint, bits bit) returns jsonb
    language sql immutable as $$
      select jsonb_build_object(
        'rows', rows, 'digest', coalesce(lectern.digits(bits), repeat('0', 32)))
    $$;

    -- Each table's sum; with a table, the sum of each of its parts; with parts too, each row.
    create or replace function public.sync_digest(
      "table" text, upto bigint, parts jsonb default null
    ) returns jsonb
    language plpgsql stable security invoker set search_path = '' as $$
    declare
      owner uuid := lectern.caller();
      head public.sync_heads;
      at bigint := lectern.now();
      name text;
      part text := 'right(t.id::text, 2)';
      counted jsonb := '{}';
      one jsonb;
    begin
      one := lectern.lapse(at);
      if one is not null then
        return one;
      end if;
      select h.* into head from public.sync_heads h where h.user_id = owner;
      if $1 is not null and not exists (select from lectern.tables t where t.name = $1) then
        raise exception using errcode = '42P01',
          message = format('relation "%s" does not exist', $1);
      elsif $3 is not null and ($1 is null or jsonb_typeof($3) <> 'array' or exists (
        select from jsonb_array_elements(case jsonb_typeof($3) when 'array' then $3 end) p
        where not coalesce(lectern.word(p.value) collate "C" ~ '^[0-9a-f]{2}$', false)))
      then
        raise exception using errcode = '22023',
          message = 'the parts are not an array of two digits each';
      end if;
      if $1 is null then
        for name in select t.name from lectern.tables t loop
          execute format('select lectern.sum(count(*), bit_xor(%s))', lectern.bits_sql(name))
            || lectern.counted_sql(name)
          into one using owner, $2, coalesce(head.purged_below, 0);
          counted := counted || jsonb_build_object(
            name, one || jsonb_build_object('form', lectern.form(name)));
        end loop;
      elsif $3 is null then
        execute format('select jsonb_object_agg(s.part, s.sum) from (select %s, '
            'lectern.sum(count(*), bit_xor(%s))', part, lectern.bits_sql($1))
          || lectern.counted_sql($1) || ' group by 1) s(part, sum)'
        into counted using owner, $2, coalesce(head.purged_below, 0);
      else
        execute format('select jsonb_object_agg(t.id, lectern.digits(%s))', lectern.bits_sql($1))
          || lectern.counted_sql($1) || format(' and $4 ? %s', part)
        into counted using owner, $2, coalesce(head.purged_below, 0), $3;
      end if;
      return jsonb_build_object('status', 'digest', 'now', lectern.iso(lectern.moment(at)),
        'cloud', lectern.identity(), 'head', coalesce(head.head, 0),
        'purged_below', coalesce(head.purged_below, 0),
        case when $1 is null then 'tables' when $3 is null then 'parts' else 'ids' end,
        coalesce(counted, '{}'));
    end $$;
    """#
}
