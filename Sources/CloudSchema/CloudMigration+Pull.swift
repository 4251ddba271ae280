extension CloudMigration {
  /// `sync_pull` and `sync_missing`: rows out, oldest number first.
  static let pull = #"""
    -- SQL for the rows after a number ($2) of one person ($1), oldest first, at most $3: their
    -- numbers from every table first, then each row by its number, so that no row is built in vain.
    create or replace function lectern.page_sql() returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select 'select d.seq, case d.place '
          || string_agg(format('when %s then (select %s from public.%I t '
            'where t.user_id = $1 and t.seq = d.seq)', t.position, lectern.row_sql(t.name), t.name),
            ' ' order by t.position)
          || ' end as row from (select u.place, u.seq from ('
          || string_agg(format('(select %s as place, t.seq from public.%I t '
            'where t.user_id = $1 and t.seq > $2 order by t.seq limit $3)', t.position, t.name),
            ' union all ' order by t.position)
          || ') u order by u.seq limit $3) d order by d.seq'
        from lectern.tables t);
    end $$;

    create or replace function public.sync_pull(device text, cursor text, newest text, page integer)
    returns jsonb
    language plpgsql volatile security invoker set search_path = '' as $$
    declare
      owner uuid := lectern.caller();
      head public.sync_heads;
      at bigint := lectern.now();
      after bigint := coalesce((select p.seq from lectern.position_of($2) p), 0);
      row_limit integer := case when page between 1 and 5000 then page else 5000 end;
      answer jsonb;
      due record;
      rows jsonb[] := '{}';
      bytes bigint := 0;
      is_cut boolean := false;
      reached bigint := after;
      later public.sync_heads;
    begin
      select h.* into head from public.sync_heads h where h.user_id = owner;
      answer := lectern.doubt(owner, head, $2, $3, at);
      if answer is not null then
        return answer;
      end if;
      perform lectern.see(owner, $1, after, at);
      -- Where nothing is new, which is most of the time, no table need be looked at.
      if coalesce(head.head, 0) > after then
        for due in execute lectern.page_sql() using owner, after, row_limit + 1 loop
          bytes := bytes + octet_length(due.row::text);
          is_cut := cardinality(rows) = row_limit or cardinality(rows) > 0 and bytes > 4194304;
          exit when is_cut;
          rows := array_append(rows, due.row);
          reached := due.seq;
        end loop;
      end if;
      if not is_cut then
        reached := greatest(reached, coalesce(head.head, 0));
      end if;
      -- Of rows that another call purged meanwhile some may be missing in the page.
      select h.* into later from public.sync_heads h where h.user_id = owner;
      answer := lectern.doubt(owner, later, $2, $3, at);
      if answer is not null then
        return answer;
      end if;
      head.purged_below := lectern.purge(owner, later, at);
      return jsonb_build_object('status', 'page', 'now', lectern.iso(lectern.moment(at)),
        'cloud', lectern.identity(), 'rows', to_jsonb(rows),
        'next', lectern.position_text(owner, reached, reached), 'head', coalesce(head.head, 0),
        'more', is_cut, 'purged_below', coalesce(head.purged_below, 0));
    end $$;

    create or replace function public.sync_missing(
      cursor text, newest text, "table" text, ids jsonb
    ) returns jsonb
    language plpgsql stable security invoker set search_path = '' as $$
    declare
      owner uuid := lectern.caller();
      head public.sync_heads;
      at bigint := lectern.now();
      answer jsonb;
    begin
      select h.* into head from public.sync_heads h where h.user_id = owner;
      answer := lectern.doubt(owner, head, $1, $2, at);
      if answer is not null then
        return answer;
      elsif not exists (select from lectern.tables t where t.name = $3) then
        raise exception using errcode = '42P01',
          message = format('relation "%s" does not exist', $3);
      elsif jsonb_typeof(ids) is distinct from 'array' or exists (
        select from jsonb_array_elements(case jsonb_typeof(ids) when 'array' then ids end) i
        where not lectern.is_uuid(lectern.word(i.value)))
      then
        raise exception using errcode = '22023', message = 'the ids are not an array of UUIDs';
      end if;
      return jsonb_build_object('status', 'asked', 'now', lectern.iso(lectern.moment(at)),
        'missing', coalesce((
          select jsonb_agg(lower(i.id) order by i.place)
          from jsonb_array_elements_text(ids) with ordinality i(id, place)
          where not lectern.has_row(owner, $3, i.id::uuid)), '[]'));
    end $$;
    """#
}
