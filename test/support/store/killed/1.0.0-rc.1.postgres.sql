CREATE FUNCTION public.winnow_ledger(commands json, plans json) RETURNS text
    LANGUAGE plpgsql
    AS $$
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
      "instead" bigint)
  loop
    if known_account is distinct from c."accountId" then
      if known_account is not null then
        update balances set points = b.points, granted_month = b.granted_month, granted_points = b.granted_points,
          granted_once = b.granted_once where account_id = b.account_id;
      end if;
      select * into b from balances where account_id = c."accountId";
      if not found then
        -- The first command of a new account: two that come at once wait for each other here.
        insert into balances (account_id, points) select id, 0 from people where id = c."accountId"
          on conflict do nothing;
        select * into b from balances where account_id = c."accountId" for update;
        if not found then
          raise exception 'there is no account %', c."accountId";
        end if;
      end if;
      known_account := b.account_id;
      select plan into account_plan from people where id = b.account_id;
      select plans->account_plan is not null as known, x.* into t from json_to_record(plans->account_plan) as x(
        points bigint, once boolean, ten_second bigint, minutely bigint, hourly bigint, daily bigint, monthly bigint);
    end if;
    if c."keyId" is not null and known_key is distinct from c."keyId" then
      if k.id is not null then
        update api_keys set last_used_at = k.last_used_at, spent = k.spent, held = k.held,
          ten_second_start = k.ten_second_start, minutely_start = k.minutely_start, hourly_start = k.hourly_start,
          daily_start = k.daily_start, monthly_start = k.monthly_start, ten_second_usage = k.ten_second_usage,
          minutely_usage = k.minutely_usage, hourly_usage = k.hourly_usage, daily_usage = k.daily_usage,
          monthly_usage = k.monthly_usage where id = k.id;
      end if;
      select * into k from api_keys where id = c."keyId";
      known_key := c."keyId";
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
        select i.digest, i.request_no, r.key_id, r.held,
            case when r.ended_at is null then r.expires_at end as hold_ends, a.request_no is not null as has_answer
          into earlier
          from idempotency i left join requests r on r.no = i.request_no left join answers a on a.request_no = i.request_no
          where i.account_id = b.account_id and i.key = c."idempotencyKey" and i.expires_at > c."now";
        if found then
          if earlier.digest <> c."digest" then
            result := '{"kind":"other_body"}';
          elsif earlier.has_answer then
            standing := '{"kind":"replay","no":' || earlier.request_no;
          elsif earlier.hold_ends > c."now" then
            result := '{"kind":"running"}';
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
            end if;
          end if;
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
          standing := '{"kind":"over_spending_cap","left":' || greatest(0, room);
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
              idempotency_key, started_at, expires_at)
            values (c."requestId", b.account_id, k.id, c."endpoint", c."source", c."door", account_plan, c."cost",
              c."timeout", c."params", c."idempotencyKey", c."now", c."expiresAt")
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
          warnings = c."warnings"
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
            values (c."no", b.account_id, ended.request_id, (c."answer"->>'status')::integer,
              c."answer"->>'headers', decode(c."answer"->>'body', 'base64'), (c."answer"->>'expiresAt')::bigint)
            on conflict do nothing;
        elsif ended.idempotency_key is not null then
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
  if known_account is not null then
    update balances set points = b.points, granted_month = b.granted_month, granted_points = b.granted_points,
      granted_once = b.granted_once where account_id = b.account_id;
  end if;
  if k.id is not null then
    update api_keys set last_used_at = k.last_used_at, spent = k.spent, held = k.held,
      ten_second_start = k.ten_second_start, minutely_start = k.minutely_start, hourly_start = k.hourly_start,
      daily_start = k.daily_start, monthly_start = k.monthly_start, ten_second_usage = k.ten_second_usage,
      minutely_usage = k.minutely_usage, hourly_usage = k.hourly_usage, daily_usage = k.daily_usage,
      monthly_usage = k.monthly_usage where id = k.id;
  end if;
  return '[' || array_to_string(results, ',') || ']';
end
$$;
CREATE FUNCTION public.winnow_site(site text, process text, ask json, rules json, at double precision DEFAULT NULL::double precision) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  s site_limits%rowtype;
  a record;
  r record;
  o record;
  t float8;
  factor float8;
  interval_ms float8;
  own_ticket float8;
  permits integer;
  free integer;
  waiting integer;
  ahead integer;
  first_start float8;
  room float8;
  fair integer;
  turn float8;
  granted integer;
  before integer;
  paused_ms float8;
  expected_ms float8;
  permit_ms float8;
  ask_in_ms float8;
begin
  -- A crash of the database takes longer than the tenths of a second that it may forget.
  perform set_config('synchronous_commit', 'off', true);
  select * into a from json_to_record(ask) as (holding integer, wants integer, outcomes json, unused json, allowed json);
  select * into r from json_to_record(rules) as ("backOffEveryMs" float8, "throttledFactor" float8, "slowFactor" float8,
    "slowestPace" float8, "slowTimes" float8, "slowFromMs" float8, "typicalWeight" float8, "paceStep" float8,
    "aheadMs" float8, "leaseMs" float8, "graceMs" float8, "shortestPollMs" float8, "longestPollMs" float8,
    share float8, "assumedMs" float8, "maxPauseMs" float8, "probeFromMs" float8);
  loop
    select * into s from site_limits where origin = site for update;
    exit when found;
    insert into site_limits (origin, concurrency) values (site, (a.allowed->>'concurrency')::float8) on conflict do nothing;
  end loop;
  -- Read under the lock: in the order in which processes are served.
  t := coalesce(at, extract(epoch from clock_timestamp()) * 1000);
  for o in select * from json_to_recordset(a.outcomes) as (kind text, "tookMs" float8, "retryAfterMs" float8) loop
    factor := null;
    if o.kind = 'throttled' then
      factor := r."throttledFactor";
      if o."retryAfterMs" is not null then s.paused_until := greatest(s.paused_until, t + o."retryAfterMs"); end if;
    elsif o.kind = 'answered' then
      if o."tookMs" > r."slowFromMs" and o."tookMs" > s.typical_ms * r."slowTimes" then
        factor := r."slowFactor";
      elsif s.paused_until <= t then
        s.concurrency := least((a.allowed->>'concurrency')::float8, s.concurrency + 1 / (4 * s.concurrency));
        s.pace := least(1, s.pace + r."paceStep");
      end if;
      s.typical_ms := coalesce(s.typical_ms + (o."tookMs" - s.typical_ms) * r."typicalWeight", o."tookMs");
    end if;
    if factor is not null and abs(t - s.backed_off_at) >= r."backOffEveryMs" then
      s.backed_off_at := t;
      s.concurrency := greatest(1, s.concurrency * factor);
      s.pace := greatest(r."slowestPace", s.pace * factor);
    end if;
    if o."retryAfterMs" >= r."probeFromMs" then s.concurrency := 1; end if;
  end loop;
  s.paused_until := least(s.paused_until, t + r."maxPauseMs");
  interval_ms := coalesce(1000 / ((a.allowed->>'perSecond')::float8 * s.pace * r.share), 0);
  if (a.unused->>'tat')::float8 = s.tat then s.tat := (a.unused->>'from')::float8; end if;
  s.tat := least(s.tat, t + r."aheadMs" + interval_ms);
  delete from site_leases where origin = site and (ends_at <= t or ends_at > t + r."leaseMs");
  select ticket into own_ticket from site_leases where origin = site and holder = process;
  own_ticket := least(coalesce(own_ticket, t), t);
  permits := greatest(1, floor(least(s.concurrency, (a.allowed->>'concurrency')::float8)));
  select permits - a.holding - coalesce(sum(in_flight), 0),
    count(*) filter (where ticket is not null and ask_at + r."graceMs" >= t)
  into free, waiting from site_leases where origin = site and holder <> process;
  fair := case when waiting = 0 then permits else ceil(permits::float8 / (waiting + 1)) end;
  select count(*) into ahead from site_leases where origin = site and holder <> process
    and ticket is not null and ask_at + r."graceMs" >= t and in_flight < fair
    and (ticket < own_ticket or (ticket = own_ticket and holder collate "C" < process collate "C"));
  first_start := greatest(s.tat, s.paused_until, t);
  room := case when t + r."aheadMs" < first_start then 0 when interval_ms = 0 then a.wants + ahead
    else floor((t + r."aheadMs" - first_start) / interval_ms) + 1 end;
  turn := case when waiting = 0 or interval_ms = 0 then a.wants
    else greatest(1, floor(r."aheadMs" / interval_ms / (waiting + 1))) end;
  granted := greatest(0, least(a.wants, turn, fair - a.holding, free - ahead, room - ahead));
  if granted > 0 then s.tat := first_start + granted * interval_ms; end if;
  before := case when granted > 0 then waiting else ahead end;
  paused_ms := greatest(0, s.paused_until - t);
  expected_ms := greatest(0, s.tat - t) + before * interval_ms;
  permit_ms := greatest(0, before + 1 - (free - granted)) * coalesce(s.typical_ms, r."assumedMs") / permits;
  ask_in_ms := least(r."longestPollMs",
    greatest(expected_ms - r."aheadMs", paused_ms - r."aheadMs", permit_ms, r."shortestPollMs"));
  if a.wants > granted or a.holding + granted > 0 then
    insert into site_leases (origin, holder, in_flight, ends_at, ticket, ask_at)
    values (site, process, a.holding + granted, t + r."leaseMs",
      case when a.wants > granted then case when granted > 0 then t else own_ticket end end, t + ask_in_ms)
    on conflict (origin, holder) do update set in_flight = excluded.in_flight, ends_at = excluded.ends_at,
      ticket = excluded.ticket, ask_at = excluded.ask_at;
  else
    delete from site_leases where origin = site and holder = process;
  end if;
  update site_limits set tat = s.tat, concurrency = s.concurrency, pace = s.pace, paused_until = s.paused_until,
    backed_off_at = s.backed_off_at, typical_ms = s.typical_ms where origin = site;
  return json_build_object('now', t, 'starts',
    (select coalesce(json_agg(first_start + no * interval_ms order by no), '[]') from generate_series(0, granted - 1) no),
    'tat', s.tat, 'intervalMs', interval_ms, 'permits', permits, 'waiting', waiting, 'expectedMs', expected_ms,
    'askInMs', ask_in_ms, 'pausedMs', paused_ms, 'typicalMs', s.typical_ms);
end
$$;
CREATE TABLE public.alert_settings (
    account_id text NOT NULL,
    points_levels text NOT NULL
);
CREATE TABLE public.alerts_sent (
    about text NOT NULL,
    at bigint NOT NULL,
    open bigint NOT NULL,
    delivered integer DEFAULT 1 NOT NULL,
    event text
);
CREATE TABLE public.answers (
    request_no bigint NOT NULL,
    account_id text NOT NULL,
    request_id text NOT NULL,
    status integer NOT NULL,
    headers text NOT NULL,
    body bytea NOT NULL,
    expires_at bigint NOT NULL
)
PARTITION BY RANGE (expires_at);
CREATE TABLE public.answers_20261130 (
    request_no bigint NOT NULL,
    account_id text NOT NULL,
    request_id text NOT NULL,
    status integer NOT NULL,
    headers text NOT NULL,
    body bytea NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.answers_before (
    request_no bigint NOT NULL,
    account_id text NOT NULL,
    request_id text NOT NULL,
    status integer NOT NULL,
    headers text NOT NULL,
    body bytea NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.answers_rest (
    request_no bigint NOT NULL,
    account_id text NOT NULL,
    request_id text NOT NULL,
    status integer NOT NULL,
    headers text NOT NULL,
    body bytea NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.api_keys (
    id text NOT NULL,
    account_id text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL,
    is_primary integer NOT NULL,
    usage_context text NOT NULL,
    sources text,
    spending_cap bigint,
    expires_at bigint,
    created_at bigint NOT NULL,
    last_used_at bigint,
    spent bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    ten_second_start bigint DEFAULT 0 NOT NULL,
    ten_second_usage bigint DEFAULT 0 NOT NULL,
    minutely_start bigint DEFAULT 0 NOT NULL,
    minutely_usage bigint DEFAULT 0 NOT NULL,
    hourly_start bigint DEFAULT 0 NOT NULL,
    hourly_usage bigint DEFAULT 0 NOT NULL,
    daily_start bigint DEFAULT 0 NOT NULL,
    daily_usage bigint DEFAULT 0 NOT NULL,
    monthly_start bigint DEFAULT 0 NOT NULL,
    monthly_usage bigint DEFAULT 0 NOT NULL,
    manages_delivery integer,
    name text NOT NULL,
    revoked_at bigint,
    previous_hash text,
    previous_ends_at bigint,
    networks text
);
CREATE TABLE public.attempts (
    key text NOT NULL,
    window_start bigint NOT NULL,
    count integer NOT NULL
);
CREATE TABLE public.audit_log (
    no bigint NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    subject text NOT NULL,
    before text,
    after text
);
ALTER TABLE public.audit_log ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.balances (
    account_id text NOT NULL,
    points bigint NOT NULL,
    granted_month text,
    granted_points bigint DEFAULT 0 NOT NULL,
    granted_once integer DEFAULT 0 NOT NULL,
    CONSTRAINT balances_points_check CHECK ((points >= 0))
);
CREATE TABLE public.batch_invalid_lines (
    batch_id text NOT NULL,
    line integer NOT NULL,
    faults text NOT NULL
);
CREATE TABLE public.batches (
    id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    source text NOT NULL,
    endpoint text NOT NULL,
    status text NOT NULL,
    pause_reason text,
    total integer NOT NULL,
    cost_at_most bigint NOT NULL,
    max_cost bigint,
    idempotency_key text,
    webhook text,
    created_at bigint NOT NULL,
    ended_at bigint,
    notified integer DEFAULT 0 NOT NULL,
    digest text,
    paused_at bigint,
    expiry_told_at bigint,
    wait_until bigint,
    waiting_since bigint,
    next_try_at bigint,
    wait_told_at bigint,
    wait_reason text,
    pause_kind text,
    wait_tries integer DEFAULT 0 NOT NULL,
    invalid_lines integer DEFAULT 0 NOT NULL,
    destination_id text
);
CREATE TABLE public.call_log (
    no bigint NOT NULL,
    request_id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    source text NOT NULL,
    door text NOT NULL,
    kind text NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    status integer NOT NULL,
    error_code text,
    error_text text,
    address text NOT NULL,
    body text,
    headers_in text NOT NULL,
    headers_out text NOT NULL,
    steps text NOT NULL,
    skipped integer NOT NULL
);
ALTER TABLE public.call_log ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.call_log_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.closed_days (
    day bigint NOT NULL
);
CREATE TABLE public.closed_hours (
    hour bigint NOT NULL
);
CREATE TABLE public.credentials (
    id text NOT NULL,
    user_id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    password text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.destinations (
    id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    endpoint text NOT NULL,
    region text NOT NULL,
    bucket text NOT NULL,
    path text NOT NULL,
    format text NOT NULL,
    access_key_id text NOT NULL,
    secret text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.evidence (
    account_id text NOT NULL,
    request_id text NOT NULL,
    warc bytea NOT NULL,
    expires_at bigint NOT NULL,
    source text
);
CREATE TABLE public.forgotten_accounts (
    account_id text NOT NULL,
    deleted_at bigint NOT NULL,
    again_at bigint NOT NULL
);
CREATE TABLE public.health_baselines (
    operation text NOT NULL,
    version integer NOT NULL,
    state text NOT NULL
);
CREATE TABLE public.health_canaries (
    operation text NOT NULL,
    due_at bigint NOT NULL,
    ran_at bigint,
    ok bigint,
    result text
);
CREATE TABLE public.health_days (
    day text NOT NULL,
    operation text NOT NULL,
    calls bigint DEFAULT 0 NOT NULL,
    failures bigint DEFAULT 0 NOT NULL,
    blocked bigint DEFAULT 0 NOT NULL,
    unreadable bigint DEFAULT 0 NOT NULL,
    not_responding bigint DEFAULT 0 NOT NULL,
    timeouts bigint DEFAULT 0 NOT NULL,
    records bigint DEFAULT 0 NOT NULL,
    pages bigint DEFAULT 0 NOT NULL,
    ms bigint DEFAULT 0 NOT NULL,
    under_250 bigint DEFAULT 0 NOT NULL,
    under_500 bigint DEFAULT 0 NOT NULL,
    under_1000 bigint DEFAULT 0 NOT NULL,
    under_2500 bigint DEFAULT 0 NOT NULL,
    under_5000 bigint DEFAULT 0 NOT NULL,
    under_10000 bigint DEFAULT 0 NOT NULL,
    under_30000 bigint DEFAULT 0 NOT NULL,
    under_60000 bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.health_fields (
    day text NOT NULL,
    operation text NOT NULL,
    field text NOT NULL,
    requests bigint NOT NULL,
    present bigint NOT NULL,
    records bigint NOT NULL,
    filled bigint NOT NULL
);
CREATE TABLE public.health_overrides (
    source text NOT NULL,
    state text NOT NULL,
    note text NOT NULL,
    by text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.health_structures (
    operation text NOT NULL,
    at bigint NOT NULL,
    names text NOT NULL
);
CREATE TABLE public.idempotency (
    account_id text NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    request_no bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.incident_evidence (
    incident_no bigint NOT NULL,
    about text NOT NULL,
    body bytea,
    warc bytea
);
CREATE TABLE public.incidents (
    no bigint NOT NULL,
    open_key text,
    source text NOT NULL,
    operation text NOT NULL,
    kind text NOT NULL,
    field text,
    blocking bigint NOT NULL,
    reason text NOT NULL,
    details text NOT NULL,
    opened_at bigint NOT NULL,
    closed_at bigint,
    note text
);
ALTER TABLE public.incidents ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.incidents_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.jobs (
    id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    source text NOT NULL,
    endpoint text NOT NULL,
    params text NOT NULL,
    timeout integer NOT NULL,
    max_cost bigint,
    idempotency_key text,
    webhook text,
    batch_id text,
    line integer,
    schedule_id text,
    status text NOT NULL,
    priority integer NOT NULL,
    run_after bigint NOT NULL,
    announced_at bigint,
    attempt integer DEFAULT 0 NOT NULL,
    lease_until bigint,
    worker text,
    created_at bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    pages integer DEFAULT 0 NOT NULL,
    records integer DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    charged bigint DEFAULT 0 NOT NULL,
    http_status integer,
    error_code text,
    error_detail text,
    results_end text,
    notified integer DEFAULT 0 NOT NULL,
    results_total bigint,
    resolved text,
    warnings text,
    source_failures integer DEFAULT 0 NOT NULL,
    changes text,
    keep_partial integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.ledger (
    no bigint NOT NULL,
    account_id text NOT NULL,
    key_id text,
    request_no bigint,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    at bigint NOT NULL,
    note text,
    CONSTRAINT ledger_balance_check CHECK ((balance >= 0))
)
PARTITION BY RANGE (at);
CREATE TABLE public.ledger_20261201 (
    no bigint NOT NULL,
    account_id text NOT NULL,
    key_id text,
    request_no bigint,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    at bigint NOT NULL,
    note text,
    CONSTRAINT ledger_balance_check CHECK ((balance >= 0))
);
CREATE TABLE public.ledger_before (
    no bigint NOT NULL,
    account_id text NOT NULL,
    key_id text,
    request_no bigint,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    at bigint NOT NULL,
    note text,
    CONSTRAINT ledger_balance_check CHECK ((balance >= 0))
);
ALTER TABLE public.ledger ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_rest (
    no bigint NOT NULL,
    account_id text NOT NULL,
    key_id text,
    request_no bigint,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    at bigint NOT NULL,
    note text,
    CONSTRAINT ledger_balance_check CHECK ((balance >= 0))
);
CREATE TABLE public.lookup_answers (
    key text NOT NULL,
    source text NOT NULL,
    headers text NOT NULL,
    body bytea NOT NULL,
    results bigint NOT NULL,
    warc bytea,
    asked_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.made_files (
    file text NOT NULL,
    part integer NOT NULL,
    parts integer NOT NULL,
    content text NOT NULL,
    account_id text NOT NULL,
    body bytea NOT NULL,
    made_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.mail_links (
    hash text NOT NULL,
    kind text NOT NULL,
    person_id text NOT NULL,
    email text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.mail_queue (
    id text NOT NULL,
    kind text NOT NULL,
    person_id text,
    email text NOT NULL,
    about text,
    asked_at bigint NOT NULL,
    attempts bigint NOT NULL,
    attempt_at bigint NOT NULL
);
CREATE TABLE public.oauth_clients (
    id text NOT NULL,
    name text NOT NULL,
    redirect_uris text NOT NULL,
    created_at bigint NOT NULL,
    granted_at bigint
);
CREATE TABLE public.oauth_codes (
    hash text NOT NULL,
    client_id text NOT NULL,
    account_id text NOT NULL,
    redirect_uri text NOT NULL,
    challenge text NOT NULL,
    sources text,
    spending_cap bigint,
    expires_at bigint NOT NULL,
    used_at bigint,
    key_id text
);
CREATE TABLE public.oauth_grants (
    key_id text NOT NULL,
    client_id text NOT NULL,
    account_id text NOT NULL,
    refresh_hash text NOT NULL,
    previous_refresh_hash text,
    refresh_ends_at bigint NOT NULL,
    created_at bigint NOT NULL,
    family_hash text
);
CREATE TABLE public.people (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean NOT NULL,
    image text,
    login text NOT NULL,
    front_id text NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    plan text DEFAULT 'free'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    last_login_at timestamp with time zone,
    unconfirmed_email text,
    two_factor_enabled boolean DEFAULT false NOT NULL,
    webhook_secret_no integer DEFAULT 0 NOT NULL,
    paused_at bigint,
    unconfirmed_key text
);
CREATE TABLE public.points_watch (
    account_id text NOT NULL,
    base bigint NOT NULL,
    points bigint NOT NULL,
    told bigint NOT NULL
);
CREATE TABLE public.request_days (
    account_id text NOT NULL,
    day bigint NOT NULL,
    endpoint text NOT NULL,
    key_id text NOT NULL,
    source text NOT NULL,
    status_class bigint NOT NULL,
    calls bigint NOT NULL,
    errors bigint NOT NULL,
    points bigint NOT NULL,
    duration_ms bigint NOT NULL,
    latencies text
);
CREATE TABLE public.request_hours (
    account_id text NOT NULL,
    hour bigint NOT NULL,
    endpoint text NOT NULL,
    key_id text NOT NULL,
    source text NOT NULL,
    status_class bigint NOT NULL,
    calls bigint NOT NULL,
    errors bigint NOT NULL,
    points bigint NOT NULL,
    duration_ms bigint NOT NULL,
    latencies text
);
CREATE TABLE public.requests (
    no bigint NOT NULL,
    request_id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    source text NOT NULL,
    door text NOT NULL,
    plan text NOT NULL,
    held bigint NOT NULL,
    timeout integer NOT NULL,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    results_end text,
    results_total bigint,
    age bigint,
    params text NOT NULL,
    idempotency_key text,
    error_text text,
    resolved text,
    warnings text
)
PARTITION BY RANGE (started_at);
CREATE TABLE public.requests_20261201 (
    no bigint NOT NULL,
    request_id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    source text NOT NULL,
    door text NOT NULL,
    plan text NOT NULL,
    held bigint NOT NULL,
    timeout integer NOT NULL,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    results_end text,
    results_total bigint,
    age bigint,
    params text NOT NULL,
    idempotency_key text,
    error_text text,
    resolved text,
    warnings text
);
CREATE TABLE public.requests_before (
    no bigint NOT NULL,
    request_id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    source text NOT NULL,
    door text NOT NULL,
    plan text NOT NULL,
    held bigint NOT NULL,
    timeout integer NOT NULL,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    results_end text,
    results_total bigint,
    age bigint,
    params text NOT NULL,
    idempotency_key text,
    error_text text,
    resolved text,
    warnings text
);
ALTER TABLE public.requests ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.requests_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.requests_rest (
    no bigint NOT NULL,
    request_id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    endpoint text NOT NULL,
    source text NOT NULL,
    door text NOT NULL,
    plan text NOT NULL,
    held bigint NOT NULL,
    timeout integer NOT NULL,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    results_end text,
    results_total bigint,
    age bigint,
    params text NOT NULL,
    idempotency_key text,
    error_text text,
    resolved text,
    warnings text
);
CREATE TABLE public.result_links (
    id text NOT NULL,
    account_id text NOT NULL,
    kind text NOT NULL,
    of_id text NOT NULL,
    format text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    reads integer DEFAULT 0 NOT NULL,
    last_read_at bigint,
    key_id text
);
CREATE TABLE public.saved_calls (
    id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    operation text NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.schedule_changes (
    no bigint NOT NULL,
    schedule_id text NOT NULL,
    run_id text NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    record_id text NOT NULL,
    change text NOT NULL
);
ALTER TABLE public.schedule_changes ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.schedule_changes_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.schedules (
    id text NOT NULL,
    account_id text NOT NULL,
    key_id text NOT NULL,
    name text NOT NULL,
    source text NOT NULL,
    endpoint text NOT NULL,
    params text NOT NULL,
    cron text NOT NULL,
    time_zone text NOT NULL,
    ignore_fields text NOT NULL,
    monthly_budget bigint,
    webhook text,
    feed_hash text NOT NULL,
    status text NOT NULL,
    pause_reason text,
    next_at bigint,
    snapshot bytea,
    snapshot_run text,
    created_at bigint NOT NULL,
    pause_kind text,
    destination_id text,
    track text DEFAULT '[]'::text NOT NULL,
    rules text DEFAULT '[]'::text NOT NULL,
    watch_fields text DEFAULT '[]'::text NOT NULL,
    watched_at bigint
);
CREATE TABLE public.second_factors (
    id text NOT NULL,
    user_id text NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean,
    failed_verification_count integer,
    locked_until timestamp with time zone
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    token text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    confirmed_at bigint
);
CREATE TABLE public.shared_windows (
    name text NOT NULL,
    start bigint NOT NULL,
    used bigint NOT NULL,
    ends_at bigint NOT NULL
);
CREATE TABLE public.sign_in_delays (
    key text NOT NULL,
    count integer NOT NULL,
    blocked_until bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.site_leases (
    origin text NOT NULL,
    holder text NOT NULL,
    in_flight integer NOT NULL,
    ends_at double precision NOT NULL,
    ticket double precision,
    ask_at double precision NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE public.site_limits (
    origin text NOT NULL,
    tat double precision DEFAULT 0 NOT NULL,
    concurrency double precision NOT NULL,
    pace double precision DEFAULT 1 NOT NULL,
    paused_until double precision DEFAULT 0 NOT NULL,
    backed_off_at double precision DEFAULT 0 NOT NULL,
    typical_ms double precision
)
WITH (fillfactor='50');
CREATE TABLE public.source_pauses (
    source text NOT NULL,
    until bigint NOT NULL,
    resumed_at bigint NOT NULL
);
CREATE TABLE public.store_facts (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.watch_events (
    no bigint NOT NULL,
    schedule_id text NOT NULL,
    run_id text NOT NULL,
    at bigint NOT NULL,
    record_id text NOT NULL,
    event text NOT NULL
);
ALTER TABLE public.watch_events ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.watch_events_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.watch_points (
    record bigint NOT NULL,
    at bigint NOT NULL,
    "values" text
);
CREATE TABLE public.watch_records (
    no bigint NOT NULL,
    schedule_id text NOT NULL,
    record_id text NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint,
    removed integer DEFAULT 0 NOT NULL,
    last text NOT NULL,
    marks text
);
ALTER TABLE public.watch_records ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.watch_records_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.watch_usage (
    account_id text NOT NULL,
    points bigint NOT NULL,
    trimmed_at bigint NOT NULL
);
CREATE TABLE public.webhook_deliveries (
    id text NOT NULL,
    account_id text NOT NULL,
    endpoint_id text,
    url text NOT NULL,
    event text NOT NULL,
    subject text NOT NULL,
    payload text NOT NULL,
    status text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    attempts text DEFAULT '[]'::text NOT NULL,
    next_at bigint NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    replayed_at bigint,
    replays integer DEFAULT 0 NOT NULL,
    about text,
    named integer DEFAULT 0 NOT NULL,
    kind text DEFAULT 'event'::text NOT NULL
);
CREATE TABLE public.webhook_endpoints (
    id text NOT NULL,
    account_id text NOT NULL,
    url text NOT NULL,
    events text,
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint,
    status text NOT NULL,
    disabled_reason text,
    failing_since bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.welcome_points (
    address_hash text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.welcomed_accounts (
    account_id text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.answers ATTACH PARTITION public.answers_20261130 FOR VALUES FROM ('1795996800000') TO ('1796601600000');
ALTER TABLE ONLY public.answers ATTACH PARTITION public.answers_before FOR VALUES FROM (MINVALUE) TO ('1795996800000');
ALTER TABLE ONLY public.answers ATTACH PARTITION public.answers_rest DEFAULT;
ALTER TABLE ONLY public.ledger ATTACH PARTITION public.ledger_20261201 FOR VALUES FROM ('1796083200000') TO ('1798761600000');
ALTER TABLE ONLY public.ledger ATTACH PARTITION public.ledger_before FOR VALUES FROM (MINVALUE) TO ('1796083200000');
ALTER TABLE ONLY public.ledger ATTACH PARTITION public.ledger_rest DEFAULT;
ALTER TABLE ONLY public.requests ATTACH PARTITION public.requests_20261201 FOR VALUES FROM ('1796083200000') TO ('1798761600000');
ALTER TABLE ONLY public.requests ATTACH PARTITION public.requests_before FOR VALUES FROM (MINVALUE) TO ('1796083200000');
ALTER TABLE ONLY public.requests ATTACH PARTITION public.requests_rest DEFAULT;
INSERT INTO public.answers_before VALUES
	(1, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '01a1ed54-f38e-7e1f-ac90-176b4108c9ad', 200, '{"content-type":"application/json","x-results-end":"count"}', '\x28b52ffd6005009d0200b4035b7b224074797065223a22746f797368656c665468696e67222c226964223a2230222c226e616d68696e672030227d2c3131323233333434227d5d09000011e01c4018700420071c061071559f8f4b3d01', 1795587930368);
INSERT INTO public.api_keys VALUES
	('313419e7-20c5-49a2-b4ef-82c8d4b00777', '7ce2cd18-c2b9-49e4-bcaf-9039c48bb54a', 'wnw_u6FB66', 'e5c9d8983f9a81187bcfd73f0c6ef3640d8b9977bc3fbccf8d03f56d9b7fe540', 1, 'standard', NULL, NULL, NULL, 1794983128799, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 'Demo', NULL, NULL, NULL, NULL),
	('03467fb6-f588-424a-8dda-8f87e52dad77', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 'wnw_qWrcbc', '67eef5c505ce83eb8edcf885429236088d253ddc3dd0e39eeb3dc2cc56196cbc', 1, 'standard', NULL, NULL, NULL, 1794983129791, 1794983132870, 3, 18, 1794983130000, 7, 1794983100000, 7, 1794981600000, 7, 1794960000000, 7, 1793491200000, 7, NULL, 'test', NULL, NULL, NULL, NULL),
	('6f1f3201-ba3e-46ed-ad58-36110cd0b391', '605eda86-699f-4843-bf7f-f71b393bf612', 'wnw_I4e6LT', '7d29baa61ae7f53f569e9c2cf0dc15a7c1b07e8fca38dcc7f7636e8a2599d7a3', 1, 'standard', NULL, NULL, NULL, 1794983129816, 1794983133844, 0, 6, 1794983130000, 2, 1794983100000, 2, 1794981600000, 2, 1794960000000, 2, 1793491200000, 2, NULL, 'test', NULL, NULL, NULL, NULL);
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES
	(1, 1794983128801, 'service', 'key created by the operator', '7ce2cd18-c2b9-49e4-bcaf-9039c48bb54a', 'null', '{"key":"313419e7-20c5-49a2-b4ef-82c8d4b00777","name":"Demo","prefix":"wnw_u6FB66"}'),
	(2, 1794983129795, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 'key created', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 'null', '{"key":"03467fb6-f588-424a-8dda-8f87e52dad77","name":"test","prefix":"wnw_qWrcbc"}'),
	(3, 1794983129820, '605eda86-699f-4843-bf7f-f71b393bf612', 'key created', '605eda86-699f-4843-bf7f-f71b393bf612', 'null', '{"key":"6f1f3201-ba3e-46ed-ad58-36110cd0b391","name":"test","prefix":"wnw_I4e6LT"}');
INSERT INTO public.balances VALUES
	('7ce2cd18-c2b9-49e4-bcaf-9039c48bb54a', 100000, '2026-11', 100000, 0),
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 9979, '2026-11', 425000, 0),
	('605eda86-699f-4843-bf7f-f71b393bf612', 1, '2026-11', 425000, 0);
INSERT INTO public.batches VALUES
	('01a1ed54-f630-719a-bc83-25f0e47013c2', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', 'running', NULL, 9, 27, NULL, NULL, NULL, 1794983130672, NULL, 0, '7c956b28efa8a92aeb5081e4c02a5449534a692d569265a10128f590d0efee93', NULL, NULL, 1795069530672, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL),
	('01a1ed54-f750-79f4-bd90-f1b710191b3d', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', 'paused', 'Paused by its owner.', 2, 6, NULL, NULL, NULL, 1794983130960, NULL, 0, 'd408c21fd8fefdda2d56d2b8c44cbd8f88beac23424ca7e0035f3bf0a2725c88', 1794983131005, NULL, 1795069530960, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL),
	('01a1ed54-f7ba-72e9-8d2f-386e0fca4a66', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 'toyshelf', '/api/toyshelf/things', 'paused', 'Not enough points: this request can cost 3, and 1 are left. The largest count they buy is 0.', 4, 12, NULL, NULL, NULL, 1794983131066, NULL, 0, 'e76ef00734e68ae5cb8bd3b8e559ad2f9f60c28fda0f83682070358a4ecb1fff', 1794983133899, NULL, 1795069531066, NULL, NULL, NULL, NULL, 'points', 0, 0, NULL);
INSERT INTO public.call_log OVERRIDING SYSTEM VALUE VALUES
	(1, '01a1ed54-f379-7a88-8a82-9a850a88633e', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'http', 'admitted', 1794983129977, 1794983130052, 202, NULL, NULL, '127.0.0.1', NULL, '{"access-token":"(not kept)","prefer":"respond-async","user-agent":"lightMyRequest","host":"localhost:80","content-length":"26","content-type":"application/json"}', '{"x-request-id":"01a1ed54-f379-7a88-8a82-9a850a88633e","cache-control":"no-store","x-content-type-options":"nosniff","vary":"prefer","preference-applied":"respond-async","location":"/jobs/01a1ed54-f38e-7e1f-ac90-176b4108c9ad","content-type":"application/json; charset=utf-8","x-execution-time":"0.070","x-credits-charged":"0","x-token-points":"9997","ratelimit-policy":"\"ten_second\";q=200;w=10, \"minutely\";q=1000;w=60, \"hourly\";q=30000;w=3600, \"daily\";q=300000;w=86400, \"monthly\";q=3000000;w=2592000","ratelimit":"\"ten_second\";r=199;t=10, \"minutely\";r=999;t=30, \"hourly\";r=29999;t=2070, \"daily\";r=299999;t=63270, \"monthly\";r=2999999;t=1100070","content-length":"442"}', '{"steps":[],"left_out":0}', 0),
	(2, '01a1ed54-f58b-7e6e-832e-0570d6ae3ba7', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'http', 'admitted', 1794983130507, 1794983130592, 202, NULL, NULL, '127.0.0.1', NULL, '{"access-token":"(not kept)","prefer":"respond-async","user-agent":"lightMyRequest","host":"localhost:80","content-length":"40","content-type":"application/json"}', '{"x-request-id":"01a1ed54-f58b-7e6e-832e-0570d6ae3ba7","cache-control":"no-store","x-content-type-options":"nosniff","vary":"prefer","preference-applied":"respond-async","location":"/jobs/01a1ed54-f5bb-70f7-8891-d3867f5ac975","content-type":"application/json; charset=utf-8","x-execution-time":"0.083","x-credits-charged":"0","x-token-points":"9994","ratelimit-policy":"\"ten_second\";q=200;w=10, \"minutely\";q=1000;w=60, \"hourly\";q=30000;w=3600, \"daily\";q=300000;w=86400, \"monthly\";q=3000000;w=2592000","ratelimit":"\"ten_second\";r=198;t=10, \"minutely\";r=998;t=30, \"hourly\";r=29998;t=2070, \"daily\";r=299998;t=63270, \"monthly\";r=2999998;t=1100070","content-length":"442"}', '{"steps":[],"left_out":0}', 0),
	(3, '01a1ed54-f682-76c2-9e91-5279c885ef06', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'http', 'admitted', 1794983130754, 1794983130910, 202, NULL, NULL, '127.0.0.1', NULL, '{"access-token":"(not kept)","prefer":"respond-async","user-agent":"lightMyRequest","host":"localhost:80","content-length":"40","content-type":"application/json"}', '{"x-request-id":"01a1ed54-f682-76c2-9e91-5279c885ef06","cache-control":"no-store","x-content-type-options":"nosniff","vary":"prefer","preference-applied":"respond-async","location":"/jobs/01a1ed54-f6af-710c-aede-e2bdd7c7d95b","content-type":"application/json; charset=utf-8","x-execution-time":"0.156","x-credits-charged":"0","x-token-points":"9985","ratelimit-policy":"\"ten_second\";q=200;w=10, \"minutely\";q=1000;w=60, \"hourly\";q=30000;w=3600, \"daily\";q=300000;w=86400, \"monthly\";q=3000000;w=2592000","ratelimit":"\"ten_second\";r=195;t=10, \"minutely\";r=995;t=30, \"hourly\";r=29995;t=2070, \"daily\";r=299995;t=63270, \"monthly\";r=2999995;t=1100070","content-length":"442"}', '{"steps":[],"left_out":0}', 0);
INSERT INTO public.closed_days VALUES
	(20774);
INSERT INTO public.health_canaries VALUES
	('/api/toyshelf/things', 1794984033654, NULL, NULL, NULL);
INSERT INTO public.idempotency VALUES
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '§job:01a1ed54-f648-7bd5-8507-dea39db49b6e', '1a3da596a20081ecb25dd3b55ba9aa002baae86937ca8f5bfd10f24a8de17c03', 3, 1795069530770),
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '§job:01a1ed54-f648-7a66-b4bb-cac21a5ac5a1', '404d9c3ddac31c35a73edc114057b13d64fd691e8ac4f6f258d866f54b0d1dfe', 4, 1795069530871),
	('605eda86-699f-4843-bf7f-f71b393bf612', '§job:01a1ed54-f7d1-7cd2-8548-b84fb305a419', '00697ddf62d098eee2a8e32071f46c8fdd0f93f4665e8eb06d074711e7ee00aa', 6, 1795069532787),
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '§job:01a1ed54-f648-7138-937e-37b909f8abd6', '40b6d1ba1153575ba3a4de2b1454f74ff7468c3a4502616ed6467e4d0cb81fd7', 7, 1795069532822),
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '§job:01a1ed54-f648-740f-b9e8-80dba7c0b190', '10c816bf67af22621c38f0e9fc396718d2768e841c28a093f0a0692631feda1a', 8, 1795069532870),
	('605eda86-699f-4843-bf7f-f71b393bf612', '§job:01a1ed54-f7d1-77c4-b438-7cdc821126a3', '00697ddf62d098eee2a8e32071f46c8fdd0f93f4665e8eb06d074711e7ee00aa', 9, 1795069533844);
INSERT INTO public.jobs VALUES
	('01a1ed54-f38e-7e1f-ac90-176b4108c9ad', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"done","count":5,"timeout":300}', 300, NULL, NULL, NULL, NULL, NULL, NULL, 'succeeded', 0, 1794983130004, NULL, 1, NULL, NULL, 1794983130004, 1794983130080, 1794983130408, 1, 5, 3, 3, 200, NULL, NULL, 'count', 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f5bb-70f7-8891-d3867f5ac975', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":5,"timeout":600}', 600, NULL, NULL, NULL, NULL, NULL, NULL, 'running', 0, 1794983130561, NULL, 1, 1794983160616, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983130561, 1794983130616, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-7bb2-8a67-3dd9f7b5d30f', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":5,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 6, NULL, 'queued', 0, 1794983130705, NULL, 0, NULL, NULL, 1794983130696, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-7a9b-bf44-2b75391960c7', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":7,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 8, NULL, 'queued', 0, 1794983130705, NULL, 0, NULL, NULL, 1794983130696, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-7fc8-9061-ffcc5f6112d6', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":1,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 2, NULL, 'queued', 0, 1794983130705, NULL, 0, NULL, NULL, 1794983130696, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-7bd5-8507-dea39db49b6e', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":3,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 4, NULL, 'running', 0, 1794983130705, NULL, 1, 1794983160723, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983130696, 1794983130723, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-7a66-b4bb-cac21a5ac5a1', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":8,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 9, NULL, 'running', 0, 1794983130705, NULL, 1, 1794983160760, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983130696, 1794983130760, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f7d1-7cd2-8548-b84fb305a419', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-f7ba-72e9-8d2f-386e0fca4a66', 2, NULL, 'running', 0, 1794983131091, NULL, 1, 1794983162746, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983131089, 1794983132746, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-7138-937e-37b909f8abd6', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":2,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 3, NULL, 'running', 0, 1794983130705, NULL, 1, 1794983162787, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983130696, 1794983132787, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-740f-b9e8-80dba7c0b190', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":6,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 7, NULL, 'running', 0, 1794983130705, NULL, 1, 1794983162847, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983130696, 1794983132847, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f7d1-77c4-b438-7cdc821126a3', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-f7ba-72e9-8d2f-386e0fca4a66', 4, NULL, 'running', 0, 1794983131091, NULL, 1, 1794983163789, '5818e3eb-6c14-46e1-b3a7-4f460e977089', 1794983131089, 1794983133789, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f7d1-7160-8afc-309dd31dd658', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-f7ba-72e9-8d2f-386e0fca4a66', 1, NULL, 'queued', 0, 9007199254740991, NULL, 0, NULL, NULL, 1794983131089, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f7d1-7fc8-a47b-c5aee3b41ecb', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-f7ba-72e9-8d2f-386e0fca4a66', 3, NULL, 'queued', 0, 9007199254740991, NULL, 0, NULL, NULL, 1794983131089, 1794983133818, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-75a6-ba66-f462f8273ce6', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":3,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 1, NULL, 'queued', 0, 1794983130705, NULL, 0, NULL, NULL, 1794983130696, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f648-783d-a6d1-1f630ef4f39c', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":4,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f630-719a-bc83-25f0e47013c2', 5, NULL, 'queued', 0, 1794983130705, NULL, 0, NULL, NULL, 1794983130696, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f6af-710c-aede-e2bdd7c7d95b', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":2,"timeout":600}', 600, NULL, NULL, NULL, NULL, NULL, NULL, 'queued', 0, 1794983130871, NULL, 0, NULL, NULL, 1794983130871, NULL, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f759-7354-85ca-4decd9ff4e6f', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":1,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f750-79f4-bd90-f1b710191b3d', 2, NULL, 'queued', 0, 9007199254740991, NULL, 0, NULL, NULL, 1794983130968, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-f759-766c-81fe-7945c9814223', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":1,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-f750-79f4-bd90-f1b710191b3d', 1, NULL, 'queued', 0, 9007199254740991, NULL, 0, NULL, NULL, 1794983130968, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0);
INSERT INTO public.kysely_migration VALUES
	('100-first-schema', '2026-11-18T06:25:28.322Z');
INSERT INTO public.ledger_before VALUES
	(1, '7ce2cd18-c2b9-49e4-bcaf-9039c48bb54a', NULL, NULL, 'grant', 100000, 100000, 1794983128708, 'plan growth'),
	(2, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', NULL, NULL, 'grant', 10000, 10000, 1794983129779, 'plan pro'),
	(3, '605eda86-699f-4843-bf7f-f71b393bf612', NULL, NULL, 'grant', 7, 7, 1794983129800, 'plan pro'),
	(4, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 1, 'hold', -3, 9997, 1794983130016, NULL),
	(5, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 1, 'settle', 0, 9997, 1794983130368, NULL),
	(6, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 2, 'hold', -3, 9994, 1794983130565, NULL),
	(7, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 3, 'hold', -3, 9991, 1794983130770, NULL),
	(8, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 4, 'hold', -3, 9988, 1794983130871, NULL),
	(9, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 5, 'hold', -3, 9985, 1794983130881, NULL),
	(10, '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 6, 'hold', -3, 4, 1794983132787, NULL),
	(11, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 7, 'hold', -3, 9982, 1794983132822, NULL),
	(12, '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 8, 'hold', -3, 9979, 1794983132870, NULL),
	(13, '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', 9, 'hold', -3, 1, 1794983133844, NULL);
INSERT INTO public.people VALUES
	('7ce2cd18-c2b9-49e4-bcaf-9039c48bb54a', 'Demo', 'demo@winnow.invalid', false, NULL, 'demo-dzyd6O', 'dzyd6OSUXxqp', 'member', 'growth', '2026-11-18 06:25:28.699+00', '2026-11-18 06:25:28.699+00', NULL, NULL, false, 0, NULL, NULL),
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 'ada', 'ada@people.example', false, NULL, 'ada-rbwXfe', 'rbwXfe3IN1n3', 'member', 'pro', '2026-11-18 06:25:29.776+00', '2026-11-18 06:25:29.776+00', NULL, NULL, false, 0, NULL, NULL),
	('605eda86-699f-4843-bf7f-f71b393bf612', 'bob', 'bob@people.example', false, NULL, 'bob-zuTpe9', 'zuTpe9EMnu6W', 'member', 'pro', '2026-11-18 06:25:29.798+00', '2026-11-18 06:25:29.798+00', NULL, NULL, false, 0, NULL, NULL);
INSERT INTO public.points_watch VALUES
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 10000, 9997, 0);
INSERT INTO public.requests_before VALUES
	(1, '01a1ed54-f38e-7e1f-ac90-176b4108c9ad', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 300, 1794983130016, 1795070820016, 1794983130368, 200, 3, 9997, 5, 1, 'count', NULL, NULL, '{"shelf":"done","count":5,"timeout":300}', NULL, NULL, NULL, NULL),
	(2, '01a1ed54-f5bb-70f7-8891-d3867f5ac975', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, 1794983130565, 1795071720565, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"gate","count":5,"timeout":600}', NULL, NULL, NULL, NULL),
	(3, '01a1ed54-f648-7bd5-8507-dea39db49b6e', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, 1794983130770, 1794985320770, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"gate","count":3,"timeout":600}', '§job:01a1ed54-f648-7bd5-8507-dea39db49b6e', NULL, NULL, NULL),
	(4, '01a1ed54-f648-7a66-b4bb-cac21a5ac5a1', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, 1794983130871, 1794985320871, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"gate","count":8,"timeout":600}', '§job:01a1ed54-f648-7a66-b4bb-cac21a5ac5a1', NULL, NULL, NULL),
	(5, '01a1ed54-f6af-710c-aede-e2bdd7c7d95b', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, 1794983130881, 1795071720881, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"gate","count":2,"timeout":600}', NULL, NULL, NULL, NULL),
	(6, '01a1ed54-f7d1-7cd2-8548-b84fb305a419', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 300, 1794983132787, 1794984422787, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"top","count":10,"timeout":300}', '§job:01a1ed54-f7d1-7cd2-8548-b84fb305a419', NULL, NULL, NULL),
	(7, '01a1ed54-f648-7138-937e-37b909f8abd6', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, 1794983132822, 1794985322822, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"gate","count":2,"timeout":600}', '§job:01a1ed54-f648-7138-937e-37b909f8abd6', NULL, NULL, NULL),
	(8, '01a1ed54-f648-740f-b9e8-80dba7c0b190', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, 1794983132870, 1794985322870, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"gate","count":6,"timeout":600}', '§job:01a1ed54-f648-740f-b9e8-80dba7c0b190', NULL, NULL, NULL),
	(9, '01a1ed54-f7d1-77c4-b438-7cdc821126a3', '605eda86-699f-4843-bf7f-f71b393bf612', '6f1f3201-ba3e-46ed-ad58-36110cd0b391', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 300, 1794983133844, 1794984423844, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, '{"shelf":"top","count":10,"timeout":300}', '§job:01a1ed54-f7d1-77c4-b438-7cdc821126a3', NULL, NULL, NULL);
INSERT INTO public.schedules VALUES
	('e0e7f305-c60f-4dd0-999d-cd7e36c3bbc3', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', '03467fb6-f588-424a-8dda-8f87e52dad77', 'daily', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":4,"timeout":300}', '27 6 * * *', 'UTC', '[]', NULL, NULL, 'c3d3840f29ee0ee37973a185151b60cecd8c7b72c42286d8efbdbba0d0531776', 'active', NULL, 1794983220000, NULL, NULL, 1794983131216, NULL, NULL, '[]', '[]', '[]', NULL);
INSERT INTO public.shared_windows VALUES
	('newSchedules 127.0.0.1', 1794983100000, 1, 1794983160000),
	('workCalls 127.0.0.1', 1794983100000, 7, 1794983160000);
INSERT INTO public.store_facts VALUES
	('secret_check', '8WH5eFjtMFiWXVWSiD8jqtLaXn0Mv74uyoqOjOGL5sM');
INSERT INTO public.webhook_deliveries VALUES
	('msg_f5ea386b-6191-4da3-9f48-edd1bafd1464', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 'b7124232-c999-41fb-9d7e-b77538a3e553', 'http://127.0.0.1:9/hook', 'job.succeeded', '01a1ed54-f38e-7e1f-ac90-176b4108c9ad', '{"type":"job.succeeded","timestamp":"2026-11-18T06:25:30.434Z","data":{"id":"01a1ed54-f38e-7e1f-ac90-176b4108c9ad","operation":"/api/toyshelf/things","status":"succeeded","progress":{"pages":1,"records":5},"held":0,"charged":3,"attempt":1,"created_at":"2026-11-18T06:25:30.004Z","started_at":"2026-11-18T06:25:30.080Z","ended_at":"2026-11-18T06:25:30.408Z","records_until":"2026-11-25T06:25:30.408Z","error":null,"results_end":"count","results_total":null,"resolved":null,"warnings":[],"batch_id":null,"line":null,"schedule_id":null}}', 'pending', 1, '[{"at":1794983130513,"status":null,"answer":"","error":"ECONNREFUSED: the request failed","ms":20,"headers":{"content-type":"application/json","user-agent":"Winnow-Webhooks/1","webhook-id":"msg_f5ea386b-6191-4da3-9f48-edd1bafd1464","webhook-timestamp":"1794983130"}}]', 1794983135544, 1794983130434, NULL, NULL, 0, '01a1ed54-f38e-7e1f-ac90-176b4108c9ad', 0, 'event');
INSERT INTO public.webhook_endpoints VALUES
	('b7124232-c999-41fb-9d7e-b77538a3e553', '20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 'http://127.0.0.1:9/hook', NULL, 'GilAcGfPYyElVEBpR5Xmf2dE7USOpHuZMgW__rTou4JLX8dcst_qch2GUy8tAKJHFenXM1V9p7DyUB7rjX2YFpom', NULL, NULL, 'active', NULL, 1794983130513, 1794983129922);
INSERT INTO public.welcomed_accounts VALUES
	('7ce2cd18-c2b9-49e4-bcaf-9039c48bb54a', 1794983128767),
	('20d7eb82-c1c6-4a31-a90e-40f2f0aa0720', 1794983129781),
	('605eda86-699f-4843-bf7f-f71b393bf612', 1794983129806);
SELECT pg_catalog.setval('public.audit_log_no_seq', 3, true);
SELECT pg_catalog.setval('public.call_log_no_seq', 3, true);
SELECT pg_catalog.setval('public.incidents_no_seq', 1, false);
SELECT pg_catalog.setval('public.ledger_no_seq', 13, true);
SELECT pg_catalog.setval('public.requests_no_seq', 9, true);
SELECT pg_catalog.setval('public.schedule_changes_no_seq', 1, false);
SELECT pg_catalog.setval('public.watch_events_no_seq', 1, false);
SELECT pg_catalog.setval('public.watch_records_no_seq', 1, false);
ALTER TABLE ONLY public.alert_settings
    ADD CONSTRAINT alert_settings_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.alerts_sent
    ADD CONSTRAINT alerts_sent_pkey PRIMARY KEY (about);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (request_no, expires_at);
ALTER TABLE ONLY public.answers_20261130
    ADD CONSTRAINT answers_20261130_pkey PRIMARY KEY (request_no, expires_at);
ALTER TABLE ONLY public.answers_before
    ADD CONSTRAINT answers_before_pkey PRIMARY KEY (request_no, expires_at);
ALTER TABLE ONLY public.answers_rest
    ADD CONSTRAINT answers_rest_pkey PRIMARY KEY (request_no, expires_at);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_key PRIMARY KEY (key, window_start);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (no);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.batch_invalid_lines
    ADD CONSTRAINT batch_invalid_lines_key PRIMARY KEY (batch_id, line);
ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.call_log
    ADD CONSTRAINT call_log_pkey PRIMARY KEY (no);
ALTER TABLE ONLY public.closed_days
    ADD CONSTRAINT closed_days_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.closed_hours
    ADD CONSTRAINT closed_hours_pkey PRIMARY KEY (hour);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_key PRIMARY KEY (account_id, request_id);
ALTER TABLE ONLY public.forgotten_accounts
    ADD CONSTRAINT forgotten_accounts_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.health_baselines
    ADD CONSTRAINT health_baselines_pkey PRIMARY KEY (operation);
ALTER TABLE ONLY public.health_canaries
    ADD CONSTRAINT health_canaries_pkey PRIMARY KEY (operation);
ALTER TABLE ONLY public.health_days
    ADD CONSTRAINT health_days_key PRIMARY KEY (day, operation);
ALTER TABLE ONLY public.health_fields
    ADD CONSTRAINT health_fields_key PRIMARY KEY (day, operation, field);
ALTER TABLE ONLY public.health_overrides
    ADD CONSTRAINT health_overrides_pkey PRIMARY KEY (source);
ALTER TABLE ONLY public.health_structures
    ADD CONSTRAINT health_structures_pkey PRIMARY KEY (operation);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_key PRIMARY KEY (account_id, key);
ALTER TABLE ONLY public.incident_evidence
    ADD CONSTRAINT incident_evidence_pkey PRIMARY KEY (incident_no);
ALTER TABLE ONLY public.incidents
    ADD CONSTRAINT incidents_open_key_key UNIQUE (open_key);
ALTER TABLE ONLY public.incidents
    ADD CONSTRAINT incidents_pkey PRIMARY KEY (no);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (no, at);
ALTER TABLE ONLY public.ledger_20261201
    ADD CONSTRAINT ledger_20261201_pkey PRIMARY KEY (no, at);
ALTER TABLE ONLY public.ledger_before
    ADD CONSTRAINT ledger_before_pkey PRIMARY KEY (no, at);
ALTER TABLE ONLY public.ledger_rest
    ADD CONSTRAINT ledger_rest_pkey PRIMARY KEY (no, at);
ALTER TABLE ONLY public.lookup_answers
    ADD CONSTRAINT lookup_answers_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.made_files
    ADD CONSTRAINT made_files_key PRIMARY KEY (file, part);
ALTER TABLE ONLY public.mail_links
    ADD CONSTRAINT mail_links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.mail_queue
    ADD CONSTRAINT mail_queue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_refresh_hash_key UNIQUE (refresh_hash);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_email_key UNIQUE (email);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_front_id_key UNIQUE (front_id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_login_key UNIQUE (login);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.points_watch
    ADD CONSTRAINT points_watch_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.request_days
    ADD CONSTRAINT request_days_key PRIMARY KEY (account_id, day, endpoint, key_id, status_class);
ALTER TABLE ONLY public.request_hours
    ADD CONSTRAINT request_hours_key PRIMARY KEY (account_id, hour, endpoint, key_id, status_class);
ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_pkey PRIMARY KEY (no, started_at);
ALTER TABLE ONLY public.requests_20261201
    ADD CONSTRAINT requests_20261201_pkey PRIMARY KEY (no, started_at);
ALTER TABLE ONLY public.requests_before
    ADD CONSTRAINT requests_before_pkey PRIMARY KEY (no, started_at);
ALTER TABLE ONLY public.requests_rest
    ADD CONSTRAINT requests_rest_pkey PRIMARY KEY (no, started_at);
ALTER TABLE ONLY public.result_links
    ADD CONSTRAINT result_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_calls
    ADD CONSTRAINT saved_calls_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schedule_changes
    ADD CONSTRAINT schedule_changes_pkey PRIMARY KEY (no);
ALTER TABLE ONLY public.schedules
    ADD CONSTRAINT schedules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_key UNIQUE (token);
ALTER TABLE ONLY public.shared_windows
    ADD CONSTRAINT shared_windows_key PRIMARY KEY (name, start);
ALTER TABLE ONLY public.sign_in_delays
    ADD CONSTRAINT sign_in_delays_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.site_leases
    ADD CONSTRAINT site_leases_key PRIMARY KEY (origin, holder);
ALTER TABLE ONLY public.site_limits
    ADD CONSTRAINT site_limits_pkey PRIMARY KEY (origin);
ALTER TABLE ONLY public.source_pauses
    ADD CONSTRAINT source_pauses_pkey PRIMARY KEY (source);
ALTER TABLE ONLY public.store_facts
    ADD CONSTRAINT store_facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.watch_events
    ADD CONSTRAINT watch_events_pkey PRIMARY KEY (no);
ALTER TABLE ONLY public.watch_points
    ADD CONSTRAINT watch_points_key PRIMARY KEY (record, at);
ALTER TABLE ONLY public.watch_records
    ADD CONSTRAINT watch_records_pkey PRIMARY KEY (no);
ALTER TABLE ONLY public.watch_usage
    ADD CONSTRAINT watch_usage_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.welcome_points
    ADD CONSTRAINT welcome_points_pkey PRIMARY KEY (address_hash);
ALTER TABLE ONLY public.welcomed_accounts
    ADD CONSTRAINT welcomed_accounts_pkey PRIMARY KEY (account_id);
CREATE INDEX answers_by_end ON ONLY public.answers USING btree (expires_at);
CREATE INDEX answers_20261130_expires_at_idx ON public.answers_20261130 USING btree (expires_at);
CREATE INDEX answers_before_expires_at_idx ON public.answers_before USING btree (expires_at);
CREATE INDEX answers_rest_expires_at_idx ON public.answers_rest USING btree (expires_at);
CREATE INDEX api_keys_by_account ON public.api_keys USING btree (account_id);
CREATE INDEX api_keys_by_previous ON public.api_keys USING btree (previous_hash);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject, no);
CREATE INDEX batches_by_account ON public.batches USING btree (account_id, created_at, id);
CREATE INDEX batches_by_end ON public.batches USING btree (ended_at);
CREATE UNIQUE INDEX batches_by_idempotency_key ON public.batches USING btree (account_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX batches_open ON public.batches USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX call_log_by_account ON public.call_log USING btree (account_id, no);
CREATE INDEX call_log_by_key ON public.call_log USING btree (account_id, key_id, started_at);
CREATE INDEX call_log_by_kind ON public.call_log USING btree (account_id, kind, started_at);
CREATE INDEX call_log_by_request ON public.call_log USING btree (request_id, account_id);
CREATE INDEX call_log_by_time ON public.call_log USING btree (started_at);
CREATE INDEX credentials_by_user ON public.credentials USING btree (user_id);
CREATE INDEX destinations_by_account ON public.destinations USING btree (account_id, created_at, id);
CREATE INDEX evidence_by_expiry ON public.evidence USING btree (expires_at);
CREATE INDEX idempotency_by_end ON public.idempotency USING btree (expires_at);
CREATE INDEX incidents_by_time ON public.incidents USING btree (opened_at);
CREATE INDEX jobs_by_account ON public.jobs USING btree (account_id, created_at, id);
CREATE INDEX jobs_by_batch ON public.jobs USING btree (batch_id, line);
CREATE INDEX jobs_by_end ON public.jobs USING btree (ended_at);
CREATE INDEX jobs_by_end_alone ON public.jobs USING btree (ended_at) WHERE (schedule_id IS NULL);
CREATE INDEX jobs_by_idempotency_key ON public.jobs USING btree (account_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX jobs_by_schedule ON public.jobs USING btree (schedule_id, created_at) WHERE (schedule_id IS NOT NULL);
CREATE INDEX jobs_due ON public.jobs USING btree (priority DESC, run_after) WHERE (status = 'queued'::text);
CREATE INDEX jobs_half_submitted ON public.jobs USING btree (created_at) WHERE (status = 'admitting'::text);
CREATE INDEX jobs_held ON public.jobs USING btree (key_id, priority DESC, run_after) WHERE ((status = 'queued'::text) AND (held > 0));
CREATE INDEX jobs_lanes ON public.jobs USING btree (account_id, key_id, source, priority DESC, run_after) WHERE ((status = 'queued'::text) AND (run_after < '9007199254740991'::bigint));
CREATE INDEX jobs_leased ON public.jobs USING btree (lease_until) WHERE (status = 'running'::text);
CREATE INDEX jobs_open_by_batch ON public.jobs USING btree (batch_id) WHERE (ended_at IS NULL);
CREATE INDEX jobs_queued_by_account ON public.jobs USING btree (account_id, key_id) WHERE (status = 'queued'::text);
CREATE INDEX jobs_running ON public.jobs USING btree (account_id) WHERE (status = 'running'::text);
CREATE INDEX jobs_to_notify ON public.jobs USING btree (ended_at) WHERE ((notified = 0) AND (ended_at IS NOT NULL));
CREATE INDEX ledger_by_account ON ONLY public.ledger USING btree (account_id, no);
CREATE INDEX ledger_20261201_account_id_no_idx ON public.ledger_20261201 USING btree (account_id, no);
CREATE INDEX ledger_by_time ON ONLY public.ledger USING brin (at);
CREATE INDEX ledger_20261201_at_idx ON public.ledger_20261201 USING brin (at);
CREATE INDEX ledger_before_account_id_no_idx ON public.ledger_before USING btree (account_id, no);
CREATE INDEX ledger_before_at_idx ON public.ledger_before USING brin (at);
CREATE INDEX ledger_rest_account_id_no_idx ON public.ledger_rest USING btree (account_id, no);
CREATE INDEX ledger_rest_at_idx ON public.ledger_rest USING brin (at);
CREATE INDEX lookup_answers_by_age ON public.lookup_answers USING btree (source, asked_at);
CREATE INDEX lookup_answers_by_expiry ON public.lookup_answers USING btree (expires_at);
CREATE INDEX made_files_by_account ON public.made_files USING btree (account_id);
CREATE INDEX made_files_by_content ON public.made_files USING btree (content);
CREATE INDEX made_files_by_expiry ON public.made_files USING btree (expires_at);
CREATE INDEX mail_links_by_person ON public.mail_links USING btree (person_id);
CREATE INDEX mail_queue_by_attempt ON public.mail_queue USING btree (attempt_at);
CREATE INDEX oauth_clients_by_age ON public.oauth_clients USING btree (created_at);
CREATE INDEX oauth_codes_by_expiry ON public.oauth_codes USING btree (expires_at);
CREATE INDEX oauth_grants_by_account ON public.oauth_grants USING btree (account_id, client_id);
CREATE INDEX oauth_grants_by_family ON public.oauth_grants USING btree (family_hash);
CREATE INDEX oauth_grants_by_previous ON public.oauth_grants USING btree (previous_refresh_hash);
CREATE INDEX people_by_unconfirmed ON public.people USING btree (unconfirmed_email);
CREATE INDEX request_days_by_day ON public.request_days USING btree (day);
CREATE INDEX request_hours_by_hour ON public.request_hours USING btree (hour);
CREATE INDEX requests_by_account ON ONLY public.requests USING btree (account_id, started_at, no);
CREATE INDEX requests_20261201_account_id_started_at_no_idx ON public.requests_20261201 USING btree (account_id, started_at, no);
CREATE INDEX requests_open ON ONLY public.requests USING btree (expires_at) WHERE (ended_at IS NULL);
CREATE INDEX requests_20261201_expires_at_idx ON public.requests_20261201 USING btree (expires_at) WHERE (ended_at IS NULL);
CREATE INDEX requests_by_id ON ONLY public.requests USING btree (request_id);
CREATE INDEX requests_20261201_request_id_idx ON public.requests_20261201 USING btree (request_id);
CREATE INDEX requests_by_time ON ONLY public.requests USING btree (started_at, no);
CREATE INDEX requests_20261201_started_at_no_idx ON public.requests_20261201 USING btree (started_at, no);
CREATE INDEX requests_before_account_id_started_at_no_idx ON public.requests_before USING btree (account_id, started_at, no);
CREATE INDEX requests_before_expires_at_idx ON public.requests_before USING btree (expires_at) WHERE (ended_at IS NULL);
CREATE INDEX requests_before_request_id_idx ON public.requests_before USING btree (request_id);
CREATE INDEX requests_before_started_at_no_idx ON public.requests_before USING btree (started_at, no);
CREATE INDEX requests_rest_account_id_started_at_no_idx ON public.requests_rest USING btree (account_id, started_at, no);
CREATE INDEX requests_rest_expires_at_idx ON public.requests_rest USING btree (expires_at) WHERE (ended_at IS NULL);
CREATE INDEX requests_rest_request_id_idx ON public.requests_rest USING btree (request_id);
CREATE INDEX requests_rest_started_at_no_idx ON public.requests_rest USING btree (started_at, no);
CREATE INDEX result_links_by_account ON public.result_links USING btree (account_id, created_at, id);
CREATE INDEX saved_calls_by_account ON public.saved_calls USING btree (account_id);
CREATE INDEX schedule_changes_by_schedule ON public.schedule_changes USING btree (schedule_id, no);
CREATE UNIQUE INDEX schedule_changes_once ON public.schedule_changes USING btree (run_id, record_id);
CREATE INDEX schedules_by_account ON public.schedules USING btree (account_id, created_at, id);
CREATE INDEX schedules_due ON public.schedules USING btree (next_at) WHERE (status = 'active'::text);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE INDEX shared_windows_by_end ON public.shared_windows USING btree (ends_at);
CREATE INDEX verifications_by_identifier ON public.verifications USING btree (identifier);
CREATE INDEX watch_events_by_run ON public.watch_events USING btree (run_id);
CREATE INDEX watch_events_by_schedule ON public.watch_events USING btree (schedule_id, no);
CREATE UNIQUE INDEX watch_records_once ON public.watch_records USING btree (schedule_id, record_id);
CREATE INDEX webhook_deliveries_about ON public.webhook_deliveries USING btree (about, created_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_by_account ON public.webhook_deliveries USING btree (account_id, created_at, id);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_lanes ON public.webhook_deliveries USING btree (account_id, COALESCE(endpoint_id, ''::text), next_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (url, event, subject);
CREATE INDEX webhook_deliveries_replayed ON public.webhook_deliveries USING btree (account_id, replayed_at) WHERE (replayed_at IS NOT NULL);
CREATE INDEX webhook_endpoints_by_account ON public.webhook_endpoints USING btree (account_id);
ALTER INDEX public.answers_by_end ATTACH PARTITION public.answers_20261130_expires_at_idx;
ALTER INDEX public.answers_pkey ATTACH PARTITION public.answers_20261130_pkey;
ALTER INDEX public.answers_by_end ATTACH PARTITION public.answers_before_expires_at_idx;
ALTER INDEX public.answers_pkey ATTACH PARTITION public.answers_before_pkey;
ALTER INDEX public.answers_by_end ATTACH PARTITION public.answers_rest_expires_at_idx;
ALTER INDEX public.answers_pkey ATTACH PARTITION public.answers_rest_pkey;
ALTER INDEX public.ledger_by_account ATTACH PARTITION public.ledger_20261201_account_id_no_idx;
ALTER INDEX public.ledger_by_time ATTACH PARTITION public.ledger_20261201_at_idx;
ALTER INDEX public.ledger_pkey ATTACH PARTITION public.ledger_20261201_pkey;
ALTER INDEX public.ledger_by_account ATTACH PARTITION public.ledger_before_account_id_no_idx;
ALTER INDEX public.ledger_by_time ATTACH PARTITION public.ledger_before_at_idx;
ALTER INDEX public.ledger_pkey ATTACH PARTITION public.ledger_before_pkey;
ALTER INDEX public.ledger_by_account ATTACH PARTITION public.ledger_rest_account_id_no_idx;
ALTER INDEX public.ledger_by_time ATTACH PARTITION public.ledger_rest_at_idx;
ALTER INDEX public.ledger_pkey ATTACH PARTITION public.ledger_rest_pkey;
ALTER INDEX public.requests_by_account ATTACH PARTITION public.requests_20261201_account_id_started_at_no_idx;
ALTER INDEX public.requests_open ATTACH PARTITION public.requests_20261201_expires_at_idx;
ALTER INDEX public.requests_pkey ATTACH PARTITION public.requests_20261201_pkey;
ALTER INDEX public.requests_by_id ATTACH PARTITION public.requests_20261201_request_id_idx;
ALTER INDEX public.requests_by_time ATTACH PARTITION public.requests_20261201_started_at_no_idx;
ALTER INDEX public.requests_by_account ATTACH PARTITION public.requests_before_account_id_started_at_no_idx;
ALTER INDEX public.requests_open ATTACH PARTITION public.requests_before_expires_at_idx;
ALTER INDEX public.requests_pkey ATTACH PARTITION public.requests_before_pkey;
ALTER INDEX public.requests_by_id ATTACH PARTITION public.requests_before_request_id_idx;
ALTER INDEX public.requests_by_time ATTACH PARTITION public.requests_before_started_at_no_idx;
ALTER INDEX public.requests_by_account ATTACH PARTITION public.requests_rest_account_id_started_at_no_idx;
ALTER INDEX public.requests_open ATTACH PARTITION public.requests_rest_expires_at_idx;
ALTER INDEX public.requests_pkey ATTACH PARTITION public.requests_rest_pkey;
ALTER INDEX public.requests_by_id ATTACH PARTITION public.requests_rest_request_id_idx;
ALTER INDEX public.requests_by_time ATTACH PARTITION public.requests_rest_started_at_no_idx;
