extension CloudMigration {
  /// Cursors: what a device has pulled, and whether this cloud knows of it.
  static let positions = #"""
    -- The mark of a number; null where the cloud never gave that number.
    create or replace function lectern.mark_of(owner uuid, head bigint, seq bigint) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select case
          when mark_of.seq = 0 then '0'
          when mark_of.seq <= mark_of.head then (
            select m.mark from public.sync_marks m
            where m.user_id = owner and m.upto >= mark_of.seq order by m.upto limit 1)
        end);
    end $$;

    create or replace function lectern.position_text(owner uuid, head bigint, seq bigint)
    returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select position_text.seq || '.' || lectern.mark_of(
          owner, position_text.head, position_text.seq));
    end $$;

    -- The number and the floor of a position; nulls where the text is none.
    create or replace function lectern.position_of(place text, out seq bigint, out mark text,
      out floor bigint)
    language plpgsql immutable set search_path = '' as $$
    declare
      part text[] := regexp_match(
        place collate "C", '^([0-9]{1,18})\.([0-9a-f]{1,12})(?:\.([0-9]{1,18}))?$');
    begin
      seq := part[1]::bigint;
      mark := part[2];
      floor := coalesce(part[3]::bigint, 0);
    end $$;

    create or replace function lectern.is_known(owner uuid, head bigint, place text) returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select coalesce(place, '') = '' or coalesce((
          select lectern.mark_of(owner, is_known.head, p.seq) = p.mark
          from lectern.position_of(place) p), false));
    end $$;

    -- `not_entitled` where the token says that the time for which its person may sync is over; else
    -- null. No such claim: no end. What is no time is none.
    create or replace function lectern.lapse(at bigint) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      until timestamptz := lectern.read_time(
        nullif(current_setting('request.jwt.claims', true), '')::jsonb
          #>> '{app_metadata,entitled_until}');
    begin
      if until <= lectern.moment(at) then
        return jsonb_build_object('status', 'not_entitled', 'now', lectern.iso(lectern.moment(at)),
          'cloud', lectern.identity(), 'until', lectern.iso(until));
      end if;
      return null;
    end $$;

    -- `reset` or `stale` where what the device holds proves nothing any more; else null.
    create or replace function lectern.doubt(
      owner uuid, head public.sync_heads, cursor_text text, newest_text text, at bigint
    ) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      doubt text;
      lapse jsonb := lectern.lapse(at);
    begin
      if lapse is not null then
        return lapse;
      elsif not lectern.is_known(owner, coalesce(head.head, 0), cursor_text)
        or not lectern.is_known(owner, coalesce(head.head, 0), newest_text)
      then
        doubt := 'reset';
      elsif coalesce(cursor_text, '') <> '' and (
        select greatest(p.seq, p.floor) from lectern.position_of(cursor_text) p
      ) < coalesce(head.purged_below, 0)
      then
        doubt := 'stale';
      else
        return null;
      end if;
      return jsonb_build_object('status', doubt, 'now', lectern.iso(lectern.moment(at)),
        'cloud', lectern.identity(), 'head', coalesce(head.head, 0),
        'purged_below', coalesce(head.purged_below, 0));
    end $$;

    create or replace function lectern.identity() returns uuid
    language sql stable set search_path = '' as $$ select c.id from public.sync_cloud c $$;

    -- Who calls; refused where nobody is signed in.
    create or replace function lectern.caller() returns uuid
    language plpgsql stable set search_path = '' as $$
    declare
      caller uuid := auth.uid();
    begin
      if caller is null then
        raise exception using errcode = '42501', message = 'nobody is signed in';
      end if;
      return caller;
    end $$;

    -- Remembers that a device was here, and how far it had pulled (null: unchanged).
    create or replace function lectern.see(owner uuid, name text, pulled bigint, at bigint)
    returns void
    language sql volatile set search_path = '' as $$
      insert into public.sync_devices as d (user_id, device, pulled_seq, seen_at)
      values (owner, name, coalesce(pulled, 0), lectern.moment(at))
      on conflict (user_id, device) do update
      set pulled_seq = coalesce(pulled, d.pulled_seq), seen_at = lectern.moment(at)
    $$;
    """#
}
