-- The ledger as one function, so that a batch of commands is one round trip. It does what
-- metering/sqlite/sqlite-ledger.ts does; the same tests and the same simulator run on both.
--
-- All writes to an account happen under the lock of its balances row, and a batch takes those locks in the order of the
-- account ids: no two batches can wait for each other in a circle. The key and account at hand are kept in variables and
-- written when the next command is about another, so that a hot key costs one write a batch. The last command is `end`.
create or replace function winnow_ledger(commands json, plans json) returns text language plpgsql as $body$
declare
  one_day constant bigint := 86400000;
  gone constant text := 'the server stopped before it could answer';
  c record;
  k api_keys%rowtype;
  b balances%rowtype;
  known_account text;
  known_key text;
  account_plan text;
  t record;
  due bigint;
  back bigint;
  room bigint;
  member_room bigint;
  number bigint;
  s1 bigint; s2 bigint; s3 bigint; s4 bigint; s5 bigint;
  u1 bigint; u2 bigint; u3 bigint; u4 bigint; u5 bigint;
  standing text;
  earlier record;
  ended record;
  result text;
  results text[] := '{}';
begin
  perform 1 from balances
    where account_id in (select value->>'accountId' from json_array_elements(commands))
    order by account_id for update;

  for c in
    select * from json_to_recordset(commands) as x("do" text, "accountId" text, "keyId" text, "now" bigint,
      s1 bigint, s2 bigint, s3 bigint, s4 bigint, s5 bigint, "month" text, "requestId" text, "endpoint" text,
      "source" text, "door" text, "cost" bigint, "timeout" integer, "expiresAt" bigint, "params" text,
      "idempotencyKey" text, "digest" text, "idempotencyEnds" bigint, "no" bigint, "held" bigint, "status" integer,
      "results" integer, "upstreamPages" integer, "errorText" text, "answer" json, "kind" text, "amount" bigint,
      "note" text, "age" bigint, "resultsEnd" text, "resultsTotal" bigint, "resolved" text, "warnings" text,
      "instead" bigint, "recallNo" bigint, "question" text, "tags" text, "equalSince" bigint, "keepsKey" boolean,
      "standIn" bigint, "recalled" bigint, "deadAt" bigint)
  loop
    if known_account <> c."accountId" or c."do" = 'end' then
      update balances set points = b.points, granted_month = b.granted_month, granted_points = b.granted_points,
        granted_once = b.granted_once where account_id = b.account_id;
    end if;
    if known_key <> c."keyId" or c."do" = 'end' then
      update api_keys set last_used_at = k.last_used_at, spent = k.spent, held = k.held,
        ten_second_start = k.ten_second_start, minutely_start = k.minutely_start, hourly_start = k.hourly_start,
        daily_start = k.daily_start, monthly_start = k.monthly_start, ten_second_usage = k.ten_second_usage,
        minutely_usage = k.minutely_usage, hourly_usage = k.hourly_usage, daily_usage = k.daily_usage,
        monthly_usage = k.monthly_usage where id = k.id;
    end if;
    exit when c."do" = 'end';

    if known_account is distinct from c."accountId" then
      select * into b from balances where account_id = c."accountId";
      if not found then
        -- The first command of a new account: two that come at once wait for each other here.
        insert into balances (account_id, points) select c."accountId", 0 from accounts
          where id = replace(c."accountId", 'test-', '')
          on conflict do nothing;
        select * into b from balances where account_id = c."accountId" for update;
        if not found then
          if c."do" <> 'admit' then
            raise exception 'there is no account %', c."accountId";
          end if;
          known_account := null;
          results := array_append(results, '{"kind":"key_revoked"}');
          continue;
        end if;
      end if;
      known_account := b.account_id;
      -- A call in flight ends after its account is deleted.
      account_plan := coalesce((select plan from accounts where id = replace(b.account_id, 'test-', '')), '');
      select plans->account_plan is not null as known, x.* into t from json_to_record(plans->account_plan) as x(
        points bigint, once boolean, ten_second bigint, minutely bigint, hourly bigint, daily bigint, monthly bigint);
      -- A practice account has the plan's windows, and points of its own.
      if t.known and b.account_id like 'test-%' then
        t.points := (plans->>'test-')::bigint;
        t.once := false;
      end if;
    end if;

    if c."keyId" is not null and known_key is distinct from c."keyId" then
      select * into k from api_keys where id = c."keyId";
      known_key := c."keyId";
      -- What the cap of the key's member leaves to it; null without one. What a member spends is what their keys spend.
      member_room := null;
      if k.person_id is not null and k.mode = 'live' then
        select m.spending_cap - coalesce(sum(o.spent + o.held), 0) into member_room
          from members m left join api_keys o
            on o.account_id = m.account_id and o.person_id = m.person_id and o.mode = 'live' and o.id <> k.id
          where m.account_id = k.account_id and m.person_id = k.person_id and m.spending_cap is not null
          group by m.spending_cap;
      end if;
    end if;

    result := null;
    if c."do" = 'admit' then
      if k.id is null or k.revoked_at is not null then
        result := '{"kind":"key_revoked"}';
      elsif k.expires_at <= c."now" then
        result := '{"kind":"key_expired"}';
      end if;
    end if;

    if result is null and (c."do" = 'admit' or c."do" = 'accrue') and t.known then
      due := case
        when t.once then case when b.granted_once = 1 then 0 else t.points end
        else greatest(0, t.points - case when b.granted_month >= c."month" then b.granted_points else 0 end)
      end;
      if due > 0 then
        if t.once then
          b.granted_once := 1;
        else
          b.granted_points := t.points;
          b.granted_month := greatest(b.granted_month, c."month");
        end if;
        due := coalesce(c."instead", due);
        if due > 0 then
          b.points := b.points + due;
          insert into ledger (account_id, kind, amount, balance, at, note)
            values (b.account_id, 'grant', due, b.points, c."now", 'plan ' || account_plan);
        end if;
      end if;
    end if;

    if c."do" = 'admit' and result is null then
      s1 := case when k.ten_second_start > c.s1 and k.ten_second_start - c."now" <= one_day then k.ten_second_start else c.s1 end;
      s2 := case when k.minutely_start > c.s2 and k.minutely_start - c."now" <= one_day then k.minutely_start else c.s2 end;
      s3 := case when k.hourly_start > c.s3 and k.hourly_start - c."now" <= one_day then k.hourly_start else c.s3 end;
      s4 := case when k.daily_start > c.s4 and k.daily_start - c."now" <= one_day then k.daily_start else c.s4 end;
      s5 := case when k.monthly_start > c.s5 and k.monthly_start - c."now" <= one_day then k.monthly_start else c.s5 end;
      u1 := case when k.ten_second_start = s1 then k.ten_second_usage else 0 end;
      u2 := case when k.minutely_start = s2 then k.minutely_usage else 0 end;
      u3 := case when k.hourly_start = s3 then k.hourly_usage else 0 end;
      u4 := case when k.daily_start = s4 then k.daily_usage else 0 end;
      u5 := case when k.monthly_start = s5 then k.monthly_usage else 0 end;
      standing := null;

      if c."idempotencyKey" is not null then
        select i.digest, i.request_no, r.key_id, r.held, r.status,
            case when r.ended_at is null then r.expires_at end as hold_ends, a.request_no is not null as has_answer
          into earlier
          from idempotency i left join requests r on r.no = i.request_no left join answers a on a.request_no = i.request_no
          where i.account_id = b.account_id and i.key = c."idempotencyKey" and i.expires_at > c."now";
        if found then
          if earlier.digest <> c."digest" then
            result := '{"kind":"other_body"}';
          elsif earlier.has_answer then
            standing := '{"kind":"replay","no":' || earlier.request_no;
          elsif earlier.status = 200 then
            result := '{"kind":"not_kept"}';
          elsif earlier.hold_ends > c."deadAt" then
            result := format('{"kind":"running","until":%s}', earlier.hold_ends);
          elsif earlier.hold_ends is not null then
            b.points := b.points + earlier.held;
            update requests set ended_at = c."now", status = 500, points_left = b.points, error_text = gone
              where no = earlier.request_no;
            insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
              values (b.account_id, earlier.key_id, earlier.request_no, 'expire', earlier.held, b.points, c."now");
            if earlier.key_id = k.id then
              k.held := k.held - earlier.held;
            else
              update api_keys set held = held - earlier.held where id = earlier.key_id;
              if exists (select from api_keys where id = earlier.key_id and person_id = k.person_id) then
                member_room := member_room + earlier.held;
              end if;
            end if;
            delete from idempotency where account_id = b.account_id and key = c."idempotencyKey";
          end if;
        end if;
      end if;

      if result is null and standing is null and c."equalSince" is not null then
        select no into number from requests
            where account_id = b.account_id and question = c."question"
              and ended_at is null and expires_at > c."now" and (door <> 'jobs' or c."door" = 'jobs')
          union all select no from requests
            where account_id = b.account_id and question = c."question"
              and ended_at >= c."equalSince" and status = 200 and results_end is not null and warnings is null
          order by no desc limit 1;
        if found then
          result := format('{"kind":"equal","no":%s}', number);
        end if;
      end if;

      if result is null and standing is null then
        if not t.known then
          raise exception 'there is no plan %', account_plan;
        end if;
        room := k.spending_cap - k.spent - k.held;
        if u1 >= t.ten_second or u2 >= t.minutely or u3 >= t.hourly or u4 >= t.daily or u5 >= t.monthly then
          standing := '{"kind":"over_window"';
        elsif b.points < c."cost" then
          standing := '{"kind":"not_enough_points"';
        elsif room < c."cost" then
          standing := '{"kind":"over_spending_cap","whose":"key","left":' || greatest(0, room);
        elsif member_room - k.spent - k.held < c."cost" then
          standing := '{"kind":"over_spending_cap","whose":"member","left":'
            || greatest(0, member_room - k.spent - k.held);
        else
          u1 := u1 + 1;
          u2 := u2 + 1;
          u3 := u3 + 1;
          u4 := u4 + 1;
          u5 := u5 + 1;
          k.ten_second_start := s1;
          k.minutely_start := s2;
          k.hourly_start := s3;
          k.daily_start := s4;
          k.monthly_start := s5;
          k.ten_second_usage := u1;
          k.minutely_usage := u2;
          k.hourly_usage := u3;
          k.daily_usage := u4;
          k.monthly_usage := u5;
          k.held := k.held + c."cost";
          k.last_used_at := c."now";
          b.points := b.points - c."cost";
          insert into requests (request_id, account_id, key_id, endpoint, source, door, plan, held, timeout, params,
              idempotency_key, question, tags, started_at, expires_at)
            values (c."requestId", b.account_id, k.id, c."endpoint", c."source", c."door", account_plan, c."cost",
              c."timeout", c."params", c."idempotencyKey", c."question", c."tags", c."now", c."expiresAt")
            returning no into number;
          insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
            values (b.account_id, k.id, number, 'hold', -c."cost", b.points, c."now");
          if c."idempotencyKey" is not null then
            insert into idempotency (account_id, key, digest, request_no, expires_at)
              values (b.account_id, c."idempotencyKey", c."digest", number, c."idempotencyEnds")
              on conflict (account_id, key) do update set digest = excluded.digest, request_no = excluded.request_no,
                expires_at = excluded.expires_at;
          end if;
          standing := '{"kind":"admitted","no":' || number;
        end if;
      end if;
      if result is null then
        result := format('%s,"plan":%s,"points":%s,"starts":[%s,%s,%s,%s,%s],"usage":[%s,%s,%s,%s,%s]}', standing,
          to_json(account_plan), b.points, s1, s2, s3, s4, s5, u1, u2, u3, u4, u5);
      end if;

    elsif c."do" = 'settle' then
      back := c."held" - c."cost";
      update requests set ended_at = c."now", status = c."status", cost = c."cost", points_left = b.points + back,
          results = c."results", upstream_pages = c."upstreamPages", error_text = c."errorText", age = c."age",
          results_end = c."resultsEnd", results_total = c."resultsTotal", resolved = c."resolved",
          warnings = c."warnings", stand_in = c."standIn", recalled = c."recalled"
        where no = c."no" and ended_at is null and held = c."held"
        returning request_id, idempotency_key into ended;
      if found then
        b.points := b.points + back;
        k.held := k.held - c."held";
        k.spent := k.spent + c."cost";
        insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
          values (b.account_id, c."keyId", c."no", case when c."cost" > 0 then 'settle' else 'release' end, back,
            b.points, c."now");
        if json_typeof(c."answer") = 'object' then
          insert into answers (request_no, account_id, request_id, status, headers, body, expires_at)
            select c."no", b.account_id, ended.request_id, (c."answer"->>'status')::integer,
              c."answer"->>'headers', decode(c."answer"->>'body', 'base64'), (c."answer"->>'expiresAt')::bigint
            where not exists (select from answers where request_no = c."no");
        elsif ended.idempotency_key is not null and not (c."keepsKey" is true and c."status" = 200) then
          delete from idempotency where account_id = b.account_id and key = ended.idempotency_key;
        end if;
        result := format('{"charged":%s,"points":%s,"resolved":true}', c."cost", b.points);
      else
        select cost into number from requests where no = c."no";
        result := format('{"charged":%s,"points":%s,"resolved":false}', coalesce(number, 0), b.points);
      end if;

    elsif c."do" = 'expire' then
      update requests set ended_at = c."now", status = 500, points_left = b.points + held, error_text = gone
        where no = c."no" and ended_at is null and expires_at <= c."now"
        returning held, idempotency_key into ended;
      if found then
        b.points := b.points + ended.held;
        k.held := k.held - ended.held;
        insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
          values (b.account_id, c."keyId", c."no", 'expire', ended.held, b.points, c."now");
        if ended.idempotency_key is not null then
          delete from idempotency where account_id = b.account_id and key = ended.idempotency_key;
        end if;
        result := '{"resolved":true}';
      else
        result := '{"resolved":false}';
      end if;

    elsif c."do" = 'recall' then
      result := '{"returned":0}';
      update requests set recalled = coalesce(recalled, c."recallNo")
        where no = c."no" and account_id = b.account_id and ended_at is not null
        returning cost into ended;
      if found and ended.cost > 0 then
        insert into returned_charges (request_no, account_id, recall_no, amount, at)
          values (c."no", b.account_id, c."recallNo", ended.cost, c."now") on conflict do nothing;
        if found then
          b.points := b.points + ended.cost;
          k.spent := k.spent - ended.cost;
          insert into ledger (account_id, key_id, request_no, kind, amount, balance, at, note)
            values (b.account_id, c."keyId", c."no", 'recall', ended.cost, b.points, c."now", 'recall ' || c."recallNo");
          result := format('{"returned":%s}', ended.cost);
        end if;
      end if;

    elsif c."do" = 'credit' then
      if b.points + c."amount" < 0 then
        result := format('{"kind":"below_zero","points":%s}', b.points);
      else
        b.points := b.points + c."amount";
        insert into ledger (account_id, kind, amount, balance, at, note)
          values (b.account_id, c."kind", c."amount", b.points, c."now", c."note");
        result := format('{"points":%s}', b.points);
      end if;

    elsif c."do" = 'accrue' then
      result := format('{"points":%s}', b.points);
    end if;

    results := array_append(results, result);
  end loop;

  return '[' || array_to_string(results, ',') || ']';
end
$body$;
