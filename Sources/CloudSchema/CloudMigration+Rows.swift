extension CloudMigration {
  /// Rows read and written whole: functions made from the catalog, with a branch for each table,
  /// so that PostgreSQL keeps their plans. Planning a statement anew takes longer than running it.
  static let rows = #"""
    do $do$
    declare
      reads text;
      looks text;
      writes text;
    begin
      select string_agg(format(
          'when %L then return (select %s from public.%I t '
          'where t.user_id = row_of.owner and t.id = row_of.row_id);',
          t.name, lectern.row_sql(t.name), t.name),
          E'\n'),
        string_agg(format(
          'when %1$L then return exists (select from public.%1$I t '
          'where t.user_id = has_row.owner and t.id = has_row.row_id);', t.name), E'\n'),
        string_agg(format(
          'when %1$L then if is_new then '
          'insert into public.%1$I (user_id, id, stamp, stamps, seq, updated_at, %2$s) '
          'select owner, row_id, stamp, stamps, seq, edited, %3$s '
          'from jsonb_populate_record(null::public.%1$I, vals) r; else '
          'update public.%1$I t set (stamps, seq, updated_at, %2$s) = '
          '(select write_row.stamps, write_row.seq, edited, %3$s '
          'from jsonb_populate_record(null::public.%1$I, vals) r) '
          'where t.user_id = owner and t.id = row_id; end if;', t.name, c.names, c.sources), E'\n')
      into reads, looks, writes
      from lectern.tables t
      cross join lateral (
        select string_agg(format('%I', c.column_name), ', ' order by c.position),
          string_agg(format('r.%I', c.column_name), ', ' order by c.position)
        from lectern.columns c where c.table_name = t.name
      ) c(names, sources);

      execute format($f$
        create or replace function lectern.row_of(owner uuid, tbl text, row_id uuid) returns jsonb
        language plpgsql stable set search_path = '' as $b$
        begin case tbl %s end case; end $b$ $f$, reads);
      execute format($f$
        create or replace function lectern.has_row(owner uuid, tbl text, row_id uuid)
        returns boolean
        language plpgsql stable set search_path = '' as $b$
        begin case tbl %s end case; end $b$ $f$, looks);
      execute format($f$
        create or replace function lectern.write_row(
          owner uuid, tbl text, row_id uuid, stamp text, stamps jsonb, seq bigint,
          edited timestamptz, vals jsonb, is_new boolean) returns void
        language plpgsql volatile set search_path = '' as $b$
        #variable_conflict use_variable
        begin case tbl %s end case; end $b$ $f$, writes);
    end $do$;
    """#
}
