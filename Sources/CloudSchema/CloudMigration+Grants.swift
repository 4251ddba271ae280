extension CloudMigration {
  /// Who may call what: signed-in people the five functions and nothing of the rest.
  static let grants = #"""
    revoke all on schema lectern from public;
    grant usage on schema lectern to authenticated, service_role;
    grant select on all tables in schema lectern to authenticated, service_role;
    revoke all on all functions in schema lectern from public;
    grant execute on all functions in schema lectern to authenticated, service_role;

    revoke all on function public.sync_push(text, text, text, jsonb) from public, anon;
    revoke all on function public.sync_pull(text, text, text, integer) from public, anon;
    revoke all on function public.sync_missing(text, text, text, jsonb) from public, anon;
    revoke all on function public.sync_digest(text, bigint, jsonb) from public, anon;
    revoke all on function public.sync_describe() from public, anon;
    grant execute on function public.sync_push(text, text, text, jsonb) to authenticated;
    grant execute on function public.sync_pull(text, text, text, integer) to authenticated;
    grant execute on function public.sync_missing(text, text, text, jsonb) to authenticated;
    grant execute on function public.sync_digest(text, bigint, jsonb) to authenticated;
    grant execute on function public.sync_describe() to authenticated;
    """#
}
