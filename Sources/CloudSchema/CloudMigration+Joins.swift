extension CloudMigration {
  /// How a change and a stored row become one, and which values are lost by it.
  ///
  /// A cell is a column, or one element of a per-element set. The order of cells is the order of
  /// the catalog, elements by their bytes, `deleted_at` last; it is also the order of conflicts.
  static let joins = #"""
    -- A row or a change, cell by cell: an element of a per-element set is a cell of its own.
    create or replace function lectern.cells(tbl text, vals jsonb, stamp text, stamps jsonb)
    returns table (place integer, col text, element text, rule text, value jsonb, cell_stamp text)
    language plpgsql stable set search_path = '' as $$
    begin
      return query
      select c.position, c.column_name, null, c.rule, vals -> c.column_name,
        case c.rule when 'lww' then coalesce(stamps ->> c.column_name, stamp) end
      from lectern.columns c
      where c.table_name = tbl and c.rule <> 'per_element' and vals ? c.column_name
      union all
      select c.position, c.column_name, e.key, c.rule, e.value,
        coalesce(stamps -> c.column_name ->> e.key, stamp)
      from lectern.columns c cross join lateral jsonb_each(vals -> c.column_name) e
      where c.table_name = tbl and c.rule = 'per_element' and vals ? c.column_name;
    end $$;

    -- What two values without stamps become.
    create or replace function lectern.joined(rule text, one jsonb, other jsonb) returns jsonb
    language plpgsql stable set search_path = '' as $$
    begin
      return (
        select case
          when coalesce(one, 'null') = 'null' then coalesce(other, 'null')
          when coalesce(other, 'null') = 'null' then one
          when rule = 'union' then lectern.sorted(one || other)
          when rule = 'max' then to_jsonb(greatest(one::bigint, other::bigint))
          when rule = 'earliest' then
            to_jsonb(least((one #>> '{}') collate "C", (other #>> '{}') collate "C"))
          else to_jsonb(greatest((one #>> '{}') collate "C", (other #>> '{}') collate "C"))
        end);
    end $$;

    -- Does the first of two stamped values stand? At one stamp the newer key, else the larger
    -- bytes; null is smallest.
    create or replace function lectern.stands(
      one jsonb, one_stamp text, other jsonb, other_stamp text
    ) returns boolean
    language sql immutable as $$
      select case
        when one_stamp <> other_stamp then one_stamp collate "C" > other_stamp collate "C"
        when one = 'null' then false
        when other = 'null' then true
        when lectern.key_of(one #>> '{}') <> lectern.key_of(other #>> '{}') then
          lectern.key_of(one #>> '{}') collate "C" > lectern.key_of(other #>> '{}') collate "C"
        else (one #>> '{}') collate "C" > (other #>> '{}') collate "C"
      end
    $$;

    -- Sets the stamp of one cell where it differs from the row's, or must be told.
    create or replace function lectern.marked(
      stamps jsonb, path text[], stamp text, row_stamp text, is_told boolean
    ) returns jsonb
    language sql stable as $$
      select case
        when stamp = row_stamp and not is_told then stamps #- path
        when cardinality(path) = 2 and not stamps ? path[1] then
          stamps || jsonb_build_object(path[1], jsonb_build_object(path[2], stamp))
        else jsonb_set(stamps, path, to_jsonb(stamp))
      end
    $$;

    -- Without empty parts; null where nothing is left.
    create or replace function lectern.tidied(stamps jsonb) returns jsonb
    language plpgsql immutable set search_path = '' as $$
    begin
      return (
        select jsonb_object_agg(s.key, s.value) from jsonb_each(stamps) s where s.value <> '{}');
    end $$;

    -- Both sides of a dropped value, as the values of a conflict row.
    create or replace function lectern.conflict(
      tbl text, row_id uuid, col text, element text,
      mine jsonb, mine_stamp text, theirs jsonb, theirs_stamp text
    ) returns jsonb
    language sql stable as $$
      select jsonb_build_object(
        'table_name', tbl, 'row_id', row_id, 'column_name', col || coalesce('.' || element, ''),
        'mine', mine #>> '{}', 'theirs', theirs #>> '{}',
        'mine_stamp', mine_stamp, 'theirs_stamp', theirs_stamp, 'deleted_at', null)
    $$;

    -- What a row starts from before the first change to it is joined: defaults and nulls.
    create or replace function lectern.blank_row(tbl text, vals jsonb, stamp text, at bigint)
    returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      field lectern.columns;
      filled jsonb := '{}';
      start jsonb;
    begin
      for field in
        select c.* from lectern.columns c where c.table_name = tbl order by c.position
      loop
        start := case
          when field.rule = 'per_element' and vals ? field.column_name then '{}'
          when vals ? field.column_name then 'null'
          when field.kind = 'time' and field.default_value = '"now"' then
            to_jsonb(lectern.iso(lectern.moment(at)))
          when field.rule = 'per_element' then lectern.switches(field.default_value, null)
          else coalesce(field.default_value, 'null') end;
        if start = 'null' and not field.is_nullable and not vals ? field.column_name then
          perform lectern.refuse_null(tbl, field.column_name);
        end if;
        filled := filled || jsonb_build_object(field.column_name, start);
      end loop;
      return jsonb_build_object('stamp', stamp, 'values', filled);
    end $$;

    -- Joins a change with the stored row (null: none): the next row, what won over the change, what
    -- was dropped.
    create or replace function lectern.join_change(
      change jsonb, vals jsonb, stored jsonb, start jsonb
    ) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      tbl text := change ->> 'table';
      row_stamp text := start ->> 'stamp';
      next jsonb := start -> 'values';
      stamps jsonb := coalesce(start -> 'stamps', '{}');
      won jsonb := '{}';
      won_stamps jsonb := '{}';
      dropped jsonb := '[]';
      joined jsonb;
      is_kept boolean;
      cell record;
    begin
      for cell in
        select n.*, o.value as old, o.cell_stamp as old_stamp,
          array_remove(array[n.col, n.element], null) as path
        from lectern.cells(tbl, vals, change ->> 'stamp', change -> 'stamps') n
        left join lectern.cells(
          tbl, stored -> 'values', stored ->> 'stamp', stored -> 'stamps') o
          on o.col = n.col and o.element is not distinct from n.element
        order by n.place, n.element collate "C"
      loop
        if cell.cell_stamp is null then
          joined := lectern.joined(cell.rule, cell.old, cell.value);
          next := jsonb_set(next, cell.path, joined);
          if joined <> cell.value then
            won := won || jsonb_build_object(cell.col, joined);
          end if;
          continue;
        end if;
        is_kept := cell.old_stamp is not null
          and lectern.stands(cell.old, cell.old_stamp, cell.value, cell.cell_stamp);
        if is_kept then
          won := lectern.with_cell(won, cell.path, cell.old);
          won_stamps := lectern.with_cell(won_stamps, cell.path, to_jsonb(cell.old_stamp));
        else
          next := jsonb_set(next, cell.path, cell.value);
          stamps := lectern.marked(stamps, cell.path, cell.cell_stamp, row_stamp,
            cell.element is not null and cell.value = 'false');
        end if;
        dropped := dropped || lectern.losses(change, vals, stored, cell.path,
          cell.value, cell.cell_stamp, cell.old, cell.old_stamp, is_kept);
      end loop;
      return jsonb_build_object('values', next, 'stamps', lectern.tidied(stamps), 'won', won,
        'won_stamps', won_stamps, 'dropped', dropped);
    end $$;

    create or replace function lectern.with_cell(cells jsonb, path text[], value jsonb)
    returns jsonb
    language sql stable as $$
      select case
        when cardinality(path) = 2 and not cells ? path[1] then
          cells || jsonb_build_object(path[1], jsonb_build_object(path[2], value))
        else jsonb_set(cells, path, value)
      end
    $$;

    -- The conflicts of one joined cell: a value dropped that its writer's rival had not seen, and
    -- the edits that a deletion outlives.
    create or replace function lectern.losses(
      change jsonb, vals jsonb, stored jsonb, path text[],
      sent jsonb, sent_stamp text, old jsonb, old_stamp text, is_kept boolean
    ) returns jsonb
    language plpgsql stable set search_path = '' as $$
    declare
      tbl text := change ->> 'table';
      row_id uuid := (change ->> 'id')::uuid;
      base text := coalesce(change #>> array_prepend('bases', path), lectern.zero_stamp());
      losses jsonb;
    begin
      if old_stamp is null or tbl = 'sync_conflicts'
        or old_stamp = base and old_stamp <> sent_stamp
        or old_stamp = sent_stamp and 'null' in (sent, old)
        or coalesce(change #> array_prepend('sent', path), '[]') ? old_stamp
        or sent = 'null' and sent_stamp = lectern.zero_stamp()
        or sent = old or path[1] = 'deleted_at' and sent <> 'null' and old <> 'null'
      then
        return '[]';
      end if;
      losses := jsonb_build_array(case
        when is_kept then
          lectern.conflict(tbl, row_id, path[1], path[2], sent, sent_stamp, old, old_stamp)
        else lectern.conflict(tbl, row_id, path[1], path[2], old, old_stamp, sent, sent_stamp) end);
      if path[1] = 'deleted_at' and (case when is_kept then old else sent end) <> 'null' then
        losses := losses || coalesce((
          select jsonb_agg(lectern.conflict(tbl, row_id, c.col, c.element, c.value, c.cell_stamp,
            'null', case when is_kept then old_stamp else sent_stamp end)
            order by c.place, c.element collate "C")
          from lectern.cells(tbl, case when is_kept then vals else stored -> 'values' end,
            case when is_kept then change ->> 'stamp' else stored ->> 'stamp' end,
            case when is_kept then change -> 'stamps' else stored -> 'stamps' end) c
          where c.cell_stamp is not null and c.col <> 'deleted_at'
            and c.cell_stamp collate "C"
              < (case when is_kept then old_stamp else sent_stamp end) collate "C"
            and (is_kept or c.cell_stamp collate "C" > base collate "C")), '[]');
      end if;
      return losses;
    end $$;
    """#
}
