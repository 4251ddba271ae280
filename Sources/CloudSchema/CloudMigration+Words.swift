extension CloudMigration {
  /// Times, stamps and ids: how the functions read and write them.
  static let words = #"""
    create or replace function lectern.now() returns bigint
    language plpgsql volatile set search_path = '' as $$
    declare
      fixed text := nullif(current_setting('lectern.now', true), '');
    begin
      if fixed is not null
        and (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = session_user)
      then
        return fixed::bigint;
      end if;
      return floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
    end $$;

    create or replace function lectern.moment(ms bigint) returns timestamptz
    language sql stable as $$
      select to_timestamp(floor(ms / 1000.0)::double precision)
        + (ms - floor(ms / 1000.0) * 1000)::integer * interval '1 millisecond'
    $$;

    create or replace function lectern.iso(moment timestamptz) returns text
    language sql stable as $$
      select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $$;

    -- Reads ISO 8601 as devices do; null for anything else. Cut to milliseconds; no zone means UTC.
    create or replace function lectern.read_time(word text) returns timestamptz
    language plpgsql stable set search_path = '' as $$
    declare
      part text[] := regexp_match(word collate "C",
        '^([0-9]{4})-([0-9]{2})-([0-9]{2})'
        '(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]*))?)?'
        '(?:[Zz]|([-+])([0-9]{2}):?([0-9]{2})?)?)?$');
      first_day date;
      ms bigint;
    begin
      if part is null or part[1]::integer = 0 or part[2]::integer not between 1 and 12
        or part[4]::integer > 23 or part[5]::integer > 59 or part[6]::integer > 60
        or part[9]::integer > 15 or part[10]::integer > 59
      then
        return null;
      end if;
      first_day := make_date(part[1]::integer, part[2]::integer, 1);
      if part[3]::integer not between 1
        and extract(day from first_day + interval '1 month' - interval '1 day')
      then
        return null;
      end if;
      ms := (first_day - date '1970-01-01' + part[3]::integer - 1)::bigint * 86400000
        + coalesce(part[4], '0')::bigint * 3600000 + coalesce(part[5], '0')::bigint * 60000
        + coalesce(part[6], '0')::bigint * 1000
        + rpad(left(coalesce(part[7], ''), 3), 3, '0')::bigint
        - (coalesce(part[9], '0')::bigint * 3600000 + coalesce(part[10], '0')::bigint * 60000)
          * case part[8] when '-' then -1 else 1 end;
      if ms between -62135596800000 and 253402300799999 then
        return lectern.moment(ms);
      end if;
      return null;
    end $$;

    create or replace function lectern.parsed_time(word text) returns timestamptz
    language plpgsql stable set search_path = '' as $$
    declare
      moment timestamptz := lectern.read_time(word);
    begin
      if moment is null then
        raise exception using errcode = '22007', message = format(
          'invalid input syntax for type timestamp with time zone: "%s"', word);
      end if;
      return moment;
    end $$;

    create or replace function lectern.is_stamp(word text) returns boolean
    language sql immutable as $$
      select coalesce(word collate "C" ~ '^[0-9a-f]{12}-[0-9a-f]{4}-[!-~]{12}$', false)
    $$;

    create or replace function lectern.stamp_ms(stamp text) returns bigint
    language sql immutable as $$ select ('x' || left(stamp, 12))::bit(48)::bigint $$;

    create or replace function lectern.zero_stamp() returns text
    language sql immutable as $$ select '000000000000-0000-000000000000' $$;

    create or replace function lectern.is_uuid(word text) returns boolean
    language sql immutable as $$
      select coalesce(
        word collate "C" ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', false)
    $$;

    create or replace function lectern.named_id(table_name text, key text) returns uuid
    language sql immutable as $$
      select encode(
        set_byte(
          set_byte(d.bytes, 6, (get_byte(d.bytes, 6) & 15) | 128),
          8, (get_byte(d.bytes, 8) & 63) | 128),
        'hex')::uuid
      from (
        select sha256(convert_to('lectern/1|' || table_name || '|' || key, 'UTF8'))
      ) h(digest) cross join lateral (select substr(h.digest, 1, 16)) d(bytes)
    $$;

    create or replace function lectern.key_of(names text[], vals jsonb) returns text
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select string_agg(vals ->> n.name, '|' order by n.place)
        from unnest(names) with ordinality n(name, place));
    end $$;
    """#
}
