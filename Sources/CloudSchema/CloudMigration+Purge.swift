extension CloudMigration {
  /// The end of deleted rows: `sync_pull` forgets a bounded number of them once a day.
  static let purge = #"""
    create or replace function lectern.is_purge_due(head public.sync_heads, at bigint)
    returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return coalesce(head.head, 0) > 0
        and coalesce(head.purged_at <= lectern.moment(at - 86400000), true);
    end $$;

    -- SQL that forgets the oldest dead rows of a table up to a number ($2), at most $3, which no
    -- row names; it answers how many went, and the last number of them.
    create or replace function lectern.purge_sql(tbl text) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select format('with old as (select t.id from public.%1$I t where t.user_id = $1 '
          'and t.deleted_at is not null and t.seq <= $2%2$s order by t.seq limit $3), gone as ('
          'delete from public.%1$I t using old o where t.user_id = $1 and t.id = o.id '
          'returning t.seq) select count(*), max(g.seq) from gone g', tbl,
          string_agg(format(' and not exists (select from public.%I c '
            'where c.user_id = $1 and c.%I = t.id)', c.table_name, c.column_name), ''))
        from lectern.columns c where c.parent = tbl);
    end $$;

    -- Forgets what is long dead, children before parents, once a day; up to which number rows may
    -- be gone now. A row goes when it arrived 30 days ago, when every device seen in the last 90
    -- days has pulled past it, and when no row names it. Where somebody writes it waits for
    -- another call.
    create or replace function lectern.purge(owner uuid, head public.sync_heads, at bigint)
    returns bigint
    language plpgsql volatile set search_path = '' as $$
    declare
      locked public.sync_heads;
      upto bigint;
      room bigint := 1000;
      reached bigint := coalesce(head.purged_below, 0);
      tbl text;
      gone bigint;
      newest bigint;
    begin
      if not lectern.is_purge_due(head, at) then
        return reached;
      end if;
      select h.* into locked from public.sync_heads h
      where h.user_id = owner for update skip locked;
      if not found or not lectern.is_purge_due(locked, at) then
        return reached;
      end if;
      select least(
        coalesce((
          select max(m.upto) from public.sync_marks m
          where m.user_id = owner and m.written_at <= lectern.moment(at - 2592000000)), 0),
        coalesce((
          select min(d.pulled_seq) from public.sync_devices d
          where d.user_id = owner and d.seen_at >= lectern.moment(at - 7776000000)), 0))
      into upto;
      perform set_config('lectern.writer', 'sync', true);
      for tbl in
        select t.name from lectern.tables t where not t.is_monotone order by t.position desc
      loop
        exit when room = 0;
        execute lectern.purge_sql(tbl) into gone, newest using owner, upto, room;
        room := room - gone;
        reached := greatest(reached, newest);
      end loop;
      perform set_config('lectern.writer', '', true);
      update public.sync_heads h set purged_below = reached, purged_at = lectern.moment(at)
      where h.user_id = owner;
      return reached;
    end $$;
    """#
}
