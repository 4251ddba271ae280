extension CloudMigration {
  /// The order of arrival: numbers of one person, given under the lock of the head row, and rows
  /// stored under them. The head is written once a transaction: once a row would be quadratic.
  static let numbers = #"""
    -- Locks the head row of a person: from here to the end of the transaction nobody else numbers
    -- that person's rows. The numbers given meanwhile are held in settings of the transaction.
    create or replace function lectern.open_head(owner uuid) returns public.sync_heads
    language plpgsql volatile set search_path = '' as $$
    declare
      locked public.sync_heads;
    begin
      if current_setting('lectern.owner', true) = owner::text then
        select h.* into locked from public.sync_heads h where h.user_id = owner;
        return locked;
      end if;
      perform lectern.close_head();
      select h.* into locked from public.sync_heads h where h.user_id = owner for update;
      if not found then
        insert into public.sync_heads (user_id) values (owner) on conflict do nothing;
        select h.* into strict locked from public.sync_heads h where h.user_id = owner for update;
      end if;
      perform set_config('lectern.owner', owner::text, true);
      perform set_config('lectern.seq', locked.head::text, true);
      perform set_config('lectern.head', locked.head::text, true);
      return locked;
    end $$;

    create or replace function lectern.take_number(owner uuid) returns bigint
    language plpgsql volatile set search_path = '' as $$
    begin
      if current_setting('lectern.owner', true) is distinct from owner::text then
        perform lectern.open_head(owner);
      end if;
      return set_config(
        'lectern.seq', (current_setting('lectern.seq')::bigint + 1)::text, true)::bigint;
    end $$;

    -- Writes the head that the numbers given have reached, and its mark.
    create or replace function lectern.close_head() returns bigint
    language plpgsql volatile set search_path = '' as $$
    declare
      owner uuid := nullif(current_setting('lectern.owner', true), '')::uuid;
      reached bigint;
    begin
      if owner is null then
        return null;
      end if;
      reached := current_setting('lectern.seq')::bigint;
      if reached > current_setting('lectern.head')::bigint then
        update public.sync_heads h set head = reached where h.user_id = owner;
        insert into public.sync_marks (user_id, upto, mark, written_at)
        values (owner, reached, left(replace(gen_random_uuid()::text, '-', ''), 12),
          lectern.moment(lectern.now()));
      end if;
      perform set_config('lectern.owner', '', true);
      return reached;
    end $$;

    -- The time of the latest stamp of a row.
    create or replace function lectern.edited_at(tbl text, vals jsonb, stamp text, stamps jsonb)
    returns timestamptz
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select case
          when c.newest > lectern.zero_stamp() then lectern.moment(lectern.stamp_ms(c.newest))
          else coalesce((vals ->> 'created_at')::timestamptz, to_timestamp(0)) end
        from (
          select max(c.cell_stamp collate "C") as newest
          from lectern.cells(tbl, vals, stamp, stamps) c
        ) c);
    end $$;

    -- Stores a row under the next number.
    create or replace function lectern.store(
      owner uuid, tbl text, row_id uuid, vals jsonb, stamp text, stamps jsonb, is_new boolean
    ) returns bigint
    language plpgsql volatile set search_path = '' as $$
    declare
      seq bigint := lectern.take_number(owner);
    begin
      perform lectern.write_row(owner, tbl, row_id, stamp, stamps, seq,
        lectern.edited_at(tbl, vals, stamp, stamps), lectern.column_form(tbl, vals), is_new);
      if tbl = 'runs' then
        perform lectern.drop_past(owner);
      end if;
      return seq;
    end $$;

    -- Stores a conflict row if it is not there yet; the stored row.
    create or replace function lectern.keep_conflict(owner uuid, vals jsonb) returns jsonb
    language plpgsql volatile set search_path = '' as $$
    declare
      row_id uuid := lectern.named_id('sync_conflicts', lectern.key_of((
        select t.natural_key from lectern.tables t where t.name = 'sync_conflicts'), vals));
    begin
      if not lectern.has_row(owner, 'sync_conflicts', row_id) then
        perform lectern.store(
          owner, 'sync_conflicts', row_id, vals, vals ->> 'mine_stamp', null, true);
      end if;
      return lectern.row_of(owner, 'sync_conflicts', row_id);
    end $$;
    """#
}
