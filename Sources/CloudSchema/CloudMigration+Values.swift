extension CloudMigration {
  /// Values between a column and the wire, and stored rows as values.
  static let values = #"""
    create or replace function lectern.normal(field lectern.columns, value jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      word text := value #>> '{}';
    begin
      if value = 'null' and field.is_nullable then
        return case when field.rule = 'per_element' then '{}' else value end;
      elsif value = 'null' then
        perform lectern.refuse_null(field.table_name, field.column_name);
      elsif field.kind = 'text' and jsonb_typeof(value) = 'string' then
        return value;
      elsif field.kind = 'integer' and jsonb_typeof(value) = 'number'
        and trunc(value::numeric) = value::numeric
      then
        return to_jsonb(value::numeric::bigint);
      elsif field.kind = 'time' and jsonb_typeof(value) = 'string' then
        return to_jsonb(lectern.iso(lectern.parsed_time(word)));
      elsif field.kind = 'reference' and lectern.is_uuid(lectern.word(value)) then
        return to_jsonb(lower(word));
      elsif field.rule = 'per_element' and lectern.holds_only(value, 'object', 'boolean') then
        return value;
      elsif field.rule = 'union' and lectern.holds_only(value, 'array', 'string') then
        return lectern.sorted(value);
      end if;
      raise exception using errcode = '22023',
        message = format('the value of %s.%s is not a %s', field.table_name, field.column_name,
          field.kind);
    end $$;

    create or replace function lectern.refuse_null(tbl text, col text) returns void
    language plpgsql stable set search_path = '' as $$
    begin
      raise exception using errcode = '23502', message = format(
        'null value in column "%s" of relation "%s" violates not-null constraint', col, tbl);
    end $$;

    create or replace function lectern.holds_only(value jsonb, outer_type text, inner_type text)
    returns boolean
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select jsonb_typeof(value) = outer_type and case outer_type
          when 'array' then not exists (
            select from jsonb_array_elements(case outer_type when 'array' then value end) e(item)
            where jsonb_typeof(e.item) <> inner_type)
          else not exists (
            select from jsonb_each(case outer_type when 'object' then value end) e(name, item)
            where jsonb_typeof(e.item) <> inner_type)
          end);
    end $$;

    create or replace function lectern.sorted(items jsonb) returns jsonb
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select coalesce(jsonb_agg(e.item order by e.item collate "C"), '[]')
        from (
          select distinct i.item collate "C" from jsonb_array_elements_text(items) i(item)
        ) e(item));
    end $$;

    create or replace function lectern.normal_values(tbl text, vals jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      field lectern.columns;
      normal jsonb := '{}';
    begin
      for field in
        select c.* from lectern.columns c
        where c.table_name = tbl and vals ? c.column_name order by c.position
      loop
        normal := normal || jsonb_build_object(
          field.column_name, lectern.normal(field, vals -> field.column_name));
      end loop;
      return normal;
    end $$;

    -- A per-element set in the wire's form: those that are on, and those known to be off.
    create or replace function lectern.switches(elements jsonb, stamps jsonb) returns jsonb
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select coalesce((
          select jsonb_object_agg(e.name, e.is_on) from (
            select i.name, true as is_on
            from jsonb_array_elements_text(coalesce(elements, '[]')) i(name)
            union all
            select k.name, false from jsonb_object_keys(coalesce(stamps, '{}')) k(name)
            where not coalesce(elements, '[]') ? k.name
          ) e), '{}'));
    end $$;

    -- Back to the column's form: the sorted array of those that are on.
    create or replace function lectern.elements(switches jsonb) returns jsonb
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select coalesce(jsonb_agg(e.name order by e.name collate "C") filter (where e.is_on), '[]')
        from (select s.key, s.value = 'true' from jsonb_each(switches) s) e(name, is_on));
    end $$;

    create or replace function lectern.column_form(tbl text, vals jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select vals || coalesce(
          jsonb_object_agg(c.column_name, lectern.elements(vals -> c.column_name)), '{}')
        from lectern.columns c
        where c.table_name = tbl and c.rule = 'per_element' and vals ? c.column_name);
    end $$;

    -- SQL for the values of row `t` in the wire's form.
    create or replace function lectern.values_sql(tbl text) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select 'jsonb_build_object(' || string_agg(
          case
            when c.rule = 'per_element' then
              format('%1$L, lectern.switches(t.%1$I, t.stamps -> %1$L)', c.column_name)
            when c.kind = 'time' then format('%1$L, lectern.iso(t.%1$I)', c.column_name)
            else format('%1$L, t.%1$I', c.column_name)
          end, ', ' order by c.position) || ')'
        from lectern.columns c where c.table_name = tbl);
    end $$;

    -- SQL for row `t` as a pull sends it.
    create or replace function lectern.row_sql(tbl text) returns text
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select format(
          'jsonb_build_object(''table'', %L, ''id'', t.id, ''seq'', t.seq, ''stamp'', t.stamp, '
          '''values'', %s) || case when t.stamps is null then ''{}'' '
          'else jsonb_build_object(''stamps'', t.stamps) end', tbl, lectern.values_sql(tbl)));
    end $$;
    """#
}
