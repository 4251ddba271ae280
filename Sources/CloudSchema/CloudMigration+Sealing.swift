extension CloudMigration {
  /// What the cloud knows of sealed texts: under which key one lies, and no more.
  static let sealing = #"""
    -- The key a text is sealed under; empty for a plain one. A later key sorts behind.
    create or replace function lectern.key_of(word text) returns text
    language sql immutable as $$
      select coalesce(substring(word from '^sealed:1:([0-9a-f]{18}):'), '')
    $$;

    -- Did the person switch sealing on?
    create or replace function lectern.is_sealing(owner uuid) returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return exists (
        select from public.user_preferences p
        where p.user_id = owner and p.key collate "C" > 'sealing.'
          and p.key collate "C" < 'sealing/');
    end $$;

    -- Is a text a person's own words, and not sealed?
    create or replace function lectern.is_bare_word(word text) returns boolean
    language sql immutable set search_path = '' as $$
      select coalesce(word, '') <> '' and lectern.key_of(word) = ''
    $$;

    -- Does a change hold such a text? A conflict tells texts of another row.
    create or replace function lectern.is_bare(tbl text, vals jsonb) returns boolean
    language plpgsql stable set search_path = '' as $$
    begin
      return exists (
        select from lectern.columns c
        where c.table_name = tbl and c.is_sealed and vals ? c.column_name and case c.kind
          when 'set' then exists (
            select from jsonb_object_keys(vals -> c.column_name) k(name)
            where lectern.is_bare_word(k.name))
          else lectern.is_bare_word(vals ->> c.column_name) end
      ) or tbl = 'sync_conflicts' and exists (
        select from lectern.columns c
        where c.table_name = vals ->> 'table_name' and c.is_sealed
          and c.column_name = split_part(vals ->> 'column_name', '.', 1) and case c.kind
          when 'set' then lectern.is_bare_word(
            substr(vals ->> 'column_name', length(c.column_name) + 2))
          else lectern.is_bare_word(vals ->> 'mine') or lectern.is_bare_word(vals ->> 'theirs')
          end);
    end $$;

    -- A stored row without the elements of sets that the change, which holds all that the row did
    -- when its writer saw it, has under a newer key. What one tag was called before would lie
    -- beside its new name for ever.
    create or replace function lectern.shed(change jsonb, vals jsonb, stored jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      col text;
      newest text;
      gone text[];
    begin
      if stored is null or change -> 'seen' is distinct from stored -> 'seq' then
        return stored;
      end if;
      for col in
        select c.column_name from lectern.columns c
        where c.table_name = change ->> 'table' and c.rule = 'per_element' and vals ? c.column_name
      loop
        newest := (
          select max(lectern.key_of(k.name) collate "C")
          from jsonb_object_keys(vals -> col) k(name));
        gone := (
          select array_agg(k.name) from jsonb_object_keys(stored -> 'values' -> col) k(name)
          where lectern.key_of(k.name) collate "C" < newest collate "C");
        continue when gone is null;
        stored := jsonb_set(stored, array['values', col], (stored -> 'values' -> col) - gone);
        if stored -> 'stamps' ? col then
          stored := jsonb_set(stored, array['stamps', col], (stored -> 'stamps' -> col) - gone);
        end if;
      end loop;
      return stored;
    end $$;
    """#
}
