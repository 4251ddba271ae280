import Schema

extension CloudMigration {
  /// What comes before all else: away with the functions of an earlier version, whatever they were
  /// called and took. Nothing that people wrote lies in the schema `lectern`.
  ///
  /// A table of such a name that is not ours would be taken for an earlier version: it is refused.
  var start: String {
    """
    begin;
    set local client_min_messages = warning;

    do $$
    declare
      stranger text;
      old regprocedure;
    begin
      select t.name into stranger
      from unnest('{\(catalog.tables.map(\.name).joined(separator: ","))}'::text[]) t(name)
      where to_regclass('public.' || t.name) is not null and not exists (
        select from pg_catalog.pg_attribute a
        where a.attrelid = to_regclass('public.' || t.name) and a.attname = 'stamps');
      if stranger is not null then
        raise exception using errcode = '42P07',
          message = format('public.%s is there and is no table of Lectern', stranger),
          hint = 'Rename it, or deploy to a project of its own.';
      end if;
      for old in
        select p.oid::regprocedure from pg_catalog.pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and p.proname in (
            'sync_push', 'sync_pull', 'sync_missing', 'sync_digest', 'sync_describe')
      loop
        execute 'drop function ' || old;
      end loop;
    end $$;
    drop schema if exists lectern cascade;
    create schema lectern;

    -- Gives a table a constraint, unless it has it in these very words.
    create procedure lectern.hold(tbl text, name text, definition text)
    language plpgsql set search_path = '' as $$
    declare
      there oid := (
        select c.oid from pg_catalog.pg_constraint c
        where c.conrelid = format('public.%I', tbl)::regclass and c.conname = hold.name);
    begin
      if obj_description(there, 'pg_constraint') is distinct from definition then
        execute format('alter table public.%I drop constraint if exists %I, add constraint %I %s',
          tbl, name, name, definition);
        execute format('comment on constraint %I on public.%I is %L', name, tbl, definition);
      end if;
    end $$;
    """
  }

  /// The end of the transaction. PostgREST reads its schema again once it is through.
  static let end = """
    drop procedure lectern.hold(text, text, text);
    notify pgrst, 'reload schema';
    commit;
    """

  /// What Supabase brings and a PostgreSQL without it lacks: roles, `auth.users`, `auth.uid()`.
  /// On Supabase it finds all that and does nothing.
  package static let ground = """
    do $$
    declare
      wanted text;
    begin
      foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
        if to_regrole(wanted) is null then
          execute format('create role %I nologin', wanted);
        end if;
      end loop;
      if to_regnamespace('auth') is null then
        alter role service_role bypassrls;
        create schema auth;
        create table auth.users (id uuid primary key, email text);
        create function auth.uid() returns uuid language sql stable as $f$
          select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
        $f$;
        grant usage on schema auth to anon, authenticated, service_role;
      end if;
    end $$;

    """
}
