extension CloudMigration {
  /// `sync_push`: changes in, one answer each.
  static let push = #"""
    -- One change: what `sync_push` answers to it. Refusals are raised.
    create or replace function lectern.apply(owner uuid, change jsonb, at bigint) returns jsonb
    language plpgsql volatile set search_path = '' as $$
    declare
      tbl text := change ->> 'table';
      row_id uuid;
      vals jsonb;
      stored jsonb;
      missing jsonb;
    begin
      perform lectern.check_change(change);
      vals := lectern.normal_values(tbl, change -> 'values');
      if current_setting('lectern.sealing', true) = 'on' and lectern.is_bare(tbl, vals) then
        return jsonb_build_object('result', 'refused', 'code', 'LS001',
          'message', 'texts of this account are sealed, and this one is not');
      end if;
      if lectern.stamp_ms(lectern.newest_stamp(change)) > at + 300000 then
        return '{"result": "ahead"}';
      end if;
      row_id := (change ->> 'id')::uuid;
      stored := lectern.row_of(owner, tbl, row_id);
      if stored is null and change ->> 'op' = 'update' then
        return '{"result": "absent"}';
      end if;
      missing := lectern.missing_parents(owner, tbl, vals);
      if missing is not null then
        return jsonb_build_object('result', 'orphan', 'parents', missing);
      end if;
      if lectern.is_past(owner, tbl, coalesce(stored -> 'values', '{}') || vals) then
        return jsonb_build_object(
          'result', 'applied', 'seq', current_setting('lectern.seq')::bigint);
      end if;
      return lectern.take(owner, change, vals, stored, at);
    end $$;

    -- Joins a change into the row, stores what differs and what was dropped, and answers.
    create or replace function lectern.take(
      owner uuid, change jsonb, vals jsonb, stored jsonb, at bigint
    ) returns jsonb
    language plpgsql volatile set search_path = '' as $$
    declare
      tbl text := change ->> 'table';
      known jsonb := lectern.shed(change, vals, stored);
      start jsonb := coalesce(known, lectern.blank_row(tbl, vals, change ->> 'stamp', at));
      next jsonb := lectern.join_change(change, vals, known, start);
      stamps jsonb := nullif(next -> 'stamps', 'null');
      seq bigint := (stored ->> 'seq')::bigint;
      dropped jsonb := '[]';
      loss jsonb;
    begin
      if stored is null or next -> 'values' <> stored -> 'values'
        or stamps is distinct from stored -> 'stamps'
      then
        seq := lectern.store(owner, tbl, (change ->> 'id')::uuid, next -> 'values',
          start ->> 'stamp', stamps, stored is null);
      end if;
      for loss in select l.value from jsonb_array_elements(next -> 'dropped') l loop
        loss := lectern.keep_conflict(owner, loss);
        if not dropped @> jsonb_build_array(jsonb_build_object('id', loss -> 'id')) then
          dropped := dropped || loss;
        end if;
      end loop;
      if next -> 'won' = '{}' and dropped = '[]' then
        return jsonb_build_object('result', 'applied', 'seq', seq);
      end if;
      return jsonb_build_object('result', 'merged', 'seq', seq, 'stamp', start -> 'stamp',
        'values', next -> 'won', 'stamps', next -> 'won_stamps', 'dropped', dropped);
    end $$;

    -- One change in its own subtransaction: what it refuses leaves nothing behind.
    create or replace function lectern.answer(owner uuid, change jsonb, at bigint) returns jsonb
    language plpgsql volatile set search_path = '' as $$
    declare
      code text;
      reason text;
    begin
      return lectern.apply(owner, change, at);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      if left(code, 2) not in ('22', '23', '42') then
        raise;
      end if;
      return jsonb_build_object('result', 'refused', 'code', code, 'message', reason);
    end $$;

    create or replace function public.sync_push(
      device text, cursor text, newest text, changes jsonb
    ) returns jsonb
    language plpgsql volatile security invoker set search_path = '' as $$
    declare
      owner uuid := lectern.caller();
      head public.sync_heads := lectern.open_head(owner);
      at bigint := lectern.now();
      answer jsonb := lectern.doubt(owner, head, $2, $3, at);
      answers jsonb[] := '{}';
      change jsonb;
      reached bigint;
    begin
      if answer is not null then
        perform lectern.close_head();
        return answer;
      elsif jsonb_typeof(changes) is distinct from 'array' then
        raise exception using errcode = '22023', message = 'the changes are not an array';
      end if;
      perform lectern.see(owner, $1, null, at);
      perform set_config('lectern.writer', 'sync', true);
      perform set_config('lectern.sealing',
        case when lectern.is_sealing(owner) then 'on' else '' end, true);
      for change in select c.value from jsonb_array_elements(changes) c loop
        answers := array_append(answers, lectern.answer(owner, change, at));
      end loop;
      perform set_config('lectern.writer', '', true);
      reached := lectern.close_head();
      return jsonb_build_object('status', 'pushed', 'now', lectern.iso(lectern.moment(at)),
        'cloud', lectern.identity(), 'from', lectern.position_text(owner, head.head, head.head),
        'to', lectern.position_text(owner, reached, reached), 'results', to_jsonb(answers));
    end $$;
    """#
}
