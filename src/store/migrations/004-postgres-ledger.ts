import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "./column-types.ts";

/**
 * The ledger as one function, so that a batch of commands is one round trip. It does what
 * `metering/sqlite/sqlite-ledger.ts` does; the same tests and the same simulator run on both.
 *
 * All writes to an account happen under the lock of its `balances` row, and a batch takes those locks in the
 * order of the account ids: no two batches can wait for each other in a circle. The key and account at hand are
 * kept in variables and written when the next command is about another, so that a hot key costs one write a batch.
 */
export const postgresLedger: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    await sql.raw(ledgerFunction).execute(db);
  },
};

const ledgerFunction = `
create function winnow_ledger(commands jsonb, plans jsonb) returns jsonb language plpgsql as $body$
declare
  one_day constant bigint := 86400000;
  c jsonb;
  results jsonb[] := '{}';
  result jsonb;
  k api_keys%rowtype;
  b balances%rowtype;
  account_plan text;
  terms jsonb;
  known_key text := null;
  known_account text := null;
  at_time bigint;
  price bigint;
  back bigint;
  due bigint;
  room bigint;
  number bigint;
  starts bigint[];
  used bigint[];
  stored bigint[];
  counted bigint[];
  over boolean;
  full_standing jsonb;
  earlier record;
  ended record;
begin
  insert into balances (account_id, points)
    select distinct p.id, 0 from jsonb_array_elements(commands) as x(value)
      join people p on p.id = x.value->>'accountId'
      where not exists (select 1 from balances where account_id = p.id)
      order by p.id
    on conflict do nothing;
  perform 1 from balances
    where account_id in (select x.value->>'accountId' from jsonb_array_elements(commands) as x(value))
    order by account_id for update;

  for c in select x.value from jsonb_array_elements(commands) with ordinality as x(value, place) order by x.place loop
    at_time := (c->>'now')::bigint;

    if known_account is distinct from c->>'accountId' then
      if known_account is not null then
        update balances set points = b.points, granted_month = b.granted_month, granted_points = b.granted_points,
          granted_once = b.granted_once where account_id = b.account_id;
      end if;
      select * into b from balances where account_id = c->>'accountId';
      if not found then
        raise exception 'there is no account %', c->>'accountId';
      end if;
      select plan into account_plan from people where id = b.account_id;
      terms := plans->account_plan;
      known_account := b.account_id;
    end if;

    if c->>'keyId' is not null and known_key is distinct from c->>'keyId' then
      if known_key is not null and k.id is not null then
        update api_keys set last_used_at = k.last_used_at, spent = k.spent, held = k.held,
          ten_second_start = k.ten_second_start, minutely_start = k.minutely_start, hourly_start = k.hourly_start,
          daily_start = k.daily_start, monthly_start = k.monthly_start, ten_second_usage = k.ten_second_usage,
          minutely_usage = k.minutely_usage, hourly_usage = k.hourly_usage, daily_usage = k.daily_usage,
          monthly_usage = k.monthly_usage where id = k.id;
      end if;
      select * into k from api_keys where id = c->>'keyId';
      known_key := c->>'keyId';
    end if;

    if c->>'do' in ('admit', 'accrue') then
      due := case
        when terms is null then 0
        when (terms->>'once')::boolean then case when b.granted_once = 1 then 0 else (terms->>'points')::bigint end
        else greatest(0, (terms->>'points')::bigint
          - case when b.granted_month >= c->>'month' then b.granted_points else 0 end)
      end;
      -- A key that has ended moves nothing, not even what the plan owes.
      if due > 0 and (c->>'do' = 'accrue' or (k.id is not null
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > at_time))) then
        if (terms->>'once')::boolean then
          b.granted_once := 1;
        else
          b.granted_points := (terms->>'points')::bigint;
          b.granted_month := greatest(b.granted_month, c->>'month');
        end if;
        due := coalesce((c->>'instead')::bigint, due);
        if due > 0 then
          b.points := b.points + due;
          insert into ledger (account_id, kind, amount, balance, at, note)
            values (b.account_id, 'grant', due, b.points, at_time, 'plan ' || account_plan);
        end if;
      end if;
    end if;

    if c->>'do' = 'admit' then
      result := null;
      price := (c->>'cost')::bigint;
      if k.id is null or k.revoked_at is not null then
        result := jsonb_build_object('kind', 'key_revoked');
      elsif k.expires_at <= at_time then
        result := jsonb_build_object('kind', 'key_expired');
      end if;

      if result is null then
        stored := array[k.ten_second_start, k.minutely_start, k.hourly_start, k.daily_start, k.monthly_start];
        counted := array[k.ten_second_usage, k.minutely_usage, k.hourly_usage, k.daily_usage, k.monthly_usage];
        for place in 1..5 loop
          starts[place] := (c->'starts'->>(place - 1))::bigint;
          if stored[place] > starts[place] and stored[place] - at_time <= one_day then
            starts[place] := stored[place];
          end if;
          used[place] := case when starts[place] = stored[place] then counted[place] else 0 end;
        end loop;
      end if;

      if result is null and c->>'idempotencyKey' is not null then
        select i.digest, i.request_no, i.expires_at, r.key_id, r.held,
            case when r.ended_at is null then r.expires_at end as hold_ends, a.request_no is not null as has_answer
          into earlier
          from idempotency i left join requests r on r.no = i.request_no left join answers a on a.request_no = i.request_no
          where i.account_id = b.account_id and i.key = c->>'idempotencyKey' and i.expires_at > at_time;
        if found then
          if earlier.digest <> c->>'digest' then
            result := jsonb_build_object('kind', 'other_body');
          elsif earlier.has_answer then
            result := jsonb_build_object('kind', 'replay', 'no', earlier.request_no, 'plan', account_plan,
              'points', b.points, 'starts', to_jsonb(starts), 'usage', to_jsonb(used));
          elsif earlier.hold_ends > at_time then
            result := jsonb_build_object('kind', 'running');
          elsif earlier.hold_ends is not null then
            b.points := b.points + earlier.held;
            update requests set ended_at = at_time, status = 500, points_left = b.points,
              error_text = 'the server stopped before it could answer' where no = earlier.request_no;
            insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
              values (b.account_id, earlier.key_id, earlier.request_no, 'expire', earlier.held, b.points, at_time);
            if earlier.key_id = k.id then
              k.held := k.held - earlier.held;
            else
              update api_keys set held = held - earlier.held where id = earlier.key_id;
            end if;
          end if;
        end if;
      end if;

      if result is null then
        if terms is null then
          raise exception 'there is no plan %', account_plan;
        end if;
        full_standing := jsonb_build_object('plan', account_plan, 'points', b.points,
          'starts', to_jsonb(starts), 'usage', to_jsonb(used));
        over := used[1] >= (terms->>'ten_second')::bigint or used[2] >= (terms->>'minutely')::bigint
          or used[3] >= (terms->>'hourly')::bigint or used[4] >= (terms->>'daily')::bigint
          or used[5] >= (terms->>'monthly')::bigint;
        room := k.spending_cap - k.spent - k.held;
        if over then
          result := full_standing || jsonb_build_object('kind', 'over_window');
        elsif b.points < price then
          result := full_standing || jsonb_build_object('kind', 'not_enough_points');
        elsif room < price then
          result := full_standing || jsonb_build_object('kind', 'over_spending_cap', 'left', greatest(0, room));
        else
          k.ten_second_start := starts[1];
          k.minutely_start := starts[2];
          k.hourly_start := starts[3];
          k.daily_start := starts[4];
          k.monthly_start := starts[5];
          k.ten_second_usage := used[1] + 1;
          k.minutely_usage := used[2] + 1;
          k.hourly_usage := used[3] + 1;
          k.daily_usage := used[4] + 1;
          k.monthly_usage := used[5] + 1;
          k.held := k.held + price;
          k.last_used_at := at_time;
          b.points := b.points - price;
          insert into requests (request_id, account_id, key_id, endpoint, source, door, plan, held, timeout, params,
              idempotency_key, started_at, expires_at)
            values (c->>'requestId', b.account_id, k.id, c->>'endpoint', c->>'source', c->>'door', account_plan, price,
              (c->>'timeout')::integer, c->>'params', c->>'idempotencyKey', at_time, (c->>'expiresAt')::bigint)
            returning no into number;
          insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
            values (b.account_id, k.id, number, 'hold', -price, b.points, at_time);
          if c->>'idempotencyKey' is not null then
            insert into idempotency (account_id, key, digest, request_no, expires_at)
              values (b.account_id, c->>'idempotencyKey', c->>'digest', number, (c->>'idempotencyEnds')::bigint)
              on conflict (account_id, key) do update set digest = excluded.digest, request_no = excluded.request_no,
                expires_at = excluded.expires_at;
          end if;
          result := jsonb_build_object('kind', 'admitted', 'no', number, 'plan', account_plan, 'points', b.points,
            'starts', to_jsonb(starts), 'usage', to_jsonb(array[used[1] + 1, used[2] + 1, used[3] + 1, used[4] + 1, used[5] + 1]));
        end if;
      end if;

    elsif c->>'do' = 'settle' then
      price := (c->>'cost')::bigint;
      back := (c->>'held')::bigint - price;
      update requests set ended_at = at_time, status = (c->>'status')::integer, cost = price, points_left = b.points + back,
          results = (c->>'results')::integer, upstream_pages = (c->>'upstreamPages')::integer, error_text = c->>'errorText'
        where no = (c->>'no')::bigint and ended_at is null and held = (c->>'held')::bigint
        returning request_id, idempotency_key into ended;
      if found then
        b.points := b.points + back;
        k.held := k.held - (c->>'held')::bigint;
        k.spent := k.spent + price;
        insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
          values (b.account_id, c->>'keyId', (c->>'no')::bigint, case when price > 0 then 'settle' else 'release' end,
            back, b.points, at_time);
        if jsonb_typeof(c->'answer') = 'object' then
          insert into answers (request_no, account_id, request_id, status, headers, body, expires_at)
            values ((c->>'no')::bigint, b.account_id, ended.request_id, (c->'answer'->>'status')::integer,
              c->'answer'->>'headers', decode(c->'answer'->>'body', 'base64'), (c->'answer'->>'expiresAt')::bigint)
            on conflict do nothing;
        elsif ended.idempotency_key is not null then
          delete from idempotency where account_id = b.account_id and key = ended.idempotency_key;
        end if;
        result := jsonb_build_object('charged', price, 'points', b.points, 'resolved', true);
      else
        select cost into price from requests where no = (c->>'no')::bigint;
        result := jsonb_build_object('charged', coalesce(price, 0), 'points', b.points, 'resolved', false);
      end if;

    elsif c->>'do' = 'expire' then
      update requests set ended_at = at_time, status = 500, points_left = b.points + held,
          error_text = 'the server stopped before it could answer'
        where no = (c->>'no')::bigint and ended_at is null and expires_at <= at_time
        returning held, idempotency_key into ended;
      if found then
        b.points := b.points + ended.held;
        k.held := k.held - ended.held;
        insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
          values (b.account_id, c->>'keyId', (c->>'no')::bigint, 'expire', ended.held, b.points, at_time);
        if ended.idempotency_key is not null then
          delete from idempotency where account_id = b.account_id and key = ended.idempotency_key;
        end if;
        result := jsonb_build_object('resolved', true);
      else
        result := jsonb_build_object('resolved', false);
      end if;

    elsif c->>'do' = 'credit' then
      if b.points + (c->>'amount')::bigint < 0 then
        result := jsonb_build_object('kind', 'below_zero', 'points', b.points);
      else
        b.points := b.points + (c->>'amount')::bigint;
        insert into ledger (account_id, kind, amount, balance, at, note)
          values (b.account_id, c->>'kind', (c->>'amount')::bigint, b.points, at_time, c->>'note');
        result := jsonb_build_object('points', b.points);
      end if;

    else
      result := jsonb_build_object('points', b.points);
    end if;

    results := array_append(results, result);
  end loop;

  if known_account is not null then
    update balances set points = b.points, granted_month = b.granted_month, granted_points = b.granted_points,
      granted_once = b.granted_once where account_id = b.account_id;
  end if;
  if known_key is not null and k.id is not null then
    update api_keys set last_used_at = k.last_used_at, spent = k.spent, held = k.held,
      ten_second_start = k.ten_second_start, minutely_start = k.minutely_start, hourly_start = k.hourly_start,
      daily_start = k.daily_start, monthly_start = k.monthly_start, ten_second_usage = k.ten_second_usage,
      minutely_usage = k.minutely_usage, hourly_usage = k.hourly_usage, daily_usage = k.daily_usage,
      monthly_usage = k.monthly_usage where id = k.id;
  end if;
  return to_jsonb(results);
end
$body$`;
