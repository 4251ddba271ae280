import Schema

extension CloudMigration {
  /// `sync_describe`: what is deployed, and whether it still is as it was deployed.
  static let describe = #"""
    -- Do people see their own rows of a table and nobody else's?
    create or replace function lectern.is_guarded(tbl text) returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select c.relrowsecurity and c.relforcerowsecurity and not has_table_privilege(
          'anon', c.oid, 'select, insert, update, delete, truncate') and (
            select count(*) = 1 and bool_and(p.polcmd = '*'
              and pg_get_expr(p.polqual, p.polrelid) = '(user_id = ( SELECT auth.uid() AS uid))'
              and pg_get_expr(p.polwithcheck, p.polrelid)
                = '(user_id = ( SELECT auth.uid() AS uid))')
            from pg_catalog.pg_policy p where p.polrelid = c.oid)
        from pg_catalog.pg_class c where c.oid = to_regclass('public.' || tbl));
    end $$;

    -- Do plain clients take part: are all triggers of a table there, and on?
    create or replace function lectern.has_triggers(tbl text, is_monotone boolean) returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select count(*) = case when is_monotone then 4 else 5 end
        from pg_catalog.pg_trigger t
        where t.tgrelid = to_regclass('public.' || tbl) and t.tgenabled in ('O', 'A')
          and t.tgname in ('lectern_1_begin_plain', 'lectern_2_name_deletion',
            'lectern_3_write_plain', 'lectern_4_undo_delete', 'lectern_5_end_plain'));
    end $$;

    create or replace function public.sync_describe() returns jsonb
    language plpgsql stable security invoker set search_path = '' as $$
    begin
      perform lectern.caller();
      return coalesce(lectern.lapse(lectern.now()), jsonb_build_object('status', 'described',
        'now', lectern.iso(lectern.moment(lectern.now())), 'cloud', lectern.identity(),
        'version', lectern.version(),
        'tables', (select jsonb_object_agg(t.name, lectern.form(t.name)) from lectern.tables t),
        'unguarded', (
          select coalesce(jsonb_agg(n.name order by n.name collate "C"), '[]')
          from (
            select t.name from lectern.tables t
            union all values ('sync_heads'), ('sync_marks'), ('sync_devices')
          ) n(name) where not coalesce(lectern.is_guarded(n.name), false)),
        'untriggered', (
          select coalesce(jsonb_agg(t.name order by t.name collate "C"), '[]')
          from lectern.tables t where not lectern.has_triggers(t.name, t.is_monotone)),
        'limits', '{"page_rows": 5000, "page_bytes": 4194304, "ahead_ms": 300000}'::jsonb));
    end $$;

    """# + """
      create or replace function lectern.version() returns text
      language sql immutable as $$ select '\(version)' $$;
      """
}
