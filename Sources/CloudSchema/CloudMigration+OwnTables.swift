extension CloudMigration {
  /// What the cloud keeps beside the synced tables: the catalog its functions read, its
  /// identity, and of each person the head, the marks and the devices.
  static let ownTables = #"""
    create table lectern.tables (
      name text primary key,
      position integer not null,
      is_monotone boolean not null,
      natural_key text[],
      run_column text,
      run_prefix text,
      run_name_column text
    );

    create table lectern.columns (
      table_name text not null,
      position integer not null,
      column_name text not null,
      kind text not null,
      rule text not null,
      parent text,
      is_required boolean not null,
      is_nullable boolean not null,
      is_sealed boolean not null default false,
      default_value jsonb,
      primary key (table_name, column_name)
    );

    create table if not exists public.sync_cloud (
      id uuid primary key default gen_random_uuid(),
      is_only boolean not null default true unique check (is_only)
    );
    insert into public.sync_cloud default values on conflict do nothing;

    create table if not exists public.sync_heads (
      user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
      head bigint not null default 0,
      purged_below bigint not null default 0
    );
    alter table public.sync_heads add column if not exists purged_at timestamptz;

    create table if not exists public.sync_marks (
      user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
      upto bigint not null,
      mark text collate "C" not null,
      primary key (user_id, upto)
    );
    -- When its rows arrived; null where an earlier version wrote it.
    alter table public.sync_marks add column if not exists written_at timestamptz;

    create table if not exists public.sync_devices (
      user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
      device text not null constraint sync_devices_device_check
        check (char_length(device) between 1 and 64),
      pulled_seq bigint not null default 0,
      seen_at timestamptz not null,
      primary key (user_id, device)
    );
    """#
}
