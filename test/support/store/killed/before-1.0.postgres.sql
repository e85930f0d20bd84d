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
      "note" text, "age" bigint, "resultsEnd" text, "resultsTotal" bigint, "resolved" text, "warnings" text, "instead" bigint)
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
          results = c."results", upstream_pages = c."upstreamPages", error_text = c."errorText", age = c."age", results_end = c."resultsEnd", results_total = c."resultsTotal", resolved = c."resolved", warnings = c."warnings"
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
    share float8, "assumedMs" float8);
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
      else
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
  end loop;
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
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL,
    is_primary integer NOT NULL,
    usage_context text NOT NULL,
    sources text,
    spending_cap bigint,
    expires_at bigint,
    revoked_at bigint,
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
CREATE TABLE public.governor (
    origin text NOT NULL,
    manners jsonb NOT NULL
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
CREATE TABLE public.leases (
    origin text NOT NULL,
    version bigint NOT NULL,
    book jsonb NOT NULL
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
    paused_at bigint
);
CREATE TABLE public.points_watch (
    account_id text NOT NULL,
    base bigint NOT NULL,
    points bigint NOT NULL,
    told bigint NOT NULL
);
CREATE TABLE public.repeated_sign_ups (
    person_id text NOT NULL,
    email text NOT NULL,
    at bigint NOT NULL
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
    params text NOT NULL,
    idempotency_key text,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    error_text text,
    results_end text,
    results_total bigint,
    resolved text,
    warnings text,
    age bigint
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
    params text NOT NULL,
    idempotency_key text,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    error_text text,
    results_end text,
    results_total bigint,
    resolved text,
    warnings text,
    age bigint
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
    params text NOT NULL,
    idempotency_key text,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    error_text text,
    results_end text,
    results_total bigint,
    resolved text,
    warnings text,
    age bigint
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
    params text NOT NULL,
    idempotency_key text,
    started_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    status integer,
    cost bigint DEFAULT 0 NOT NULL,
    points_left bigint,
    results integer DEFAULT 0 NOT NULL,
    upstream_pages integer DEFAULT 0 NOT NULL,
    error_text text,
    results_end text,
    results_total bigint,
    resolved text,
    warnings text,
    age bigint
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
    last_read_at bigint
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
	(1, '233c0c85-ef85-4120-bed9-913b42326cdd', '01a1ed54-6f03-7b37-8046-365dee89b23e', 200, '{"content-type":"application/json","x-results-end":"count"}', '\x28b52ffd6005009d0200b4035b7b224074797065223a22746f797368656c665468696e67222c226964223a2230222c226e616d68696e672030227d2c3131323233333434227d5d09000011e01c4018700420071c061071559f8f4b3d01', 1795587896337);
INSERT INTO public.api_keys VALUES
	('cd8df230-9181-4db7-a3af-9dc79c23138a', '6525e469-d4bb-44b6-8db6-974203d50fb3', 'Demo', 'wnw_PYcnrD', '9ba01a9c9a6a10bf3aaa6889c3e79d5b48adc6161e21edd9a0f7b487ba95f0c0', 1, 'standard', NULL, NULL, NULL, NULL, 1794983095310, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL),
	('bd49c273-1c43-452f-abac-19deac1d15f0', '1872448f-83d8-468d-ad68-78638f414da9', 'test', 'wnw_JOxMNx', 'f2d38aeeaee9fa472939d96c20678c897c76a453017c6fa0f2568430c4a1e9b1', 1, 'standard', NULL, NULL, NULL, NULL, 1794983095906, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL),
	('57cee49f-5f29-4a76-bcef-f8d91f864aa3', '233c0c85-ef85-4120-bed9-913b42326cdd', 'test', 'wnw_E2BSTd', '6f8a19a3929ece0af72ef675e0991328105b60e060cac2424d39fbead46e0780', 1, 'standard', NULL, NULL, NULL, NULL, 1794983095873, 1794983096774, 3, 12, 1794983090000, 5, 1794983040000, 5, 1794981600000, 5, 1794960000000, 5, 1793491200000, 5, NULL, NULL, NULL);
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES
	(1, 1794983095313, 'service', 'key created', '6525e469-d4bb-44b6-8db6-974203d50fb3', 'null', '{"key":"cd8df230-9181-4db7-a3af-9dc79c23138a","name":"Demo","prefix":"wnw_PYcnrD"}'),
	(2, 1794983095875, '233c0c85-ef85-4120-bed9-913b42326cdd', 'key created', '233c0c85-ef85-4120-bed9-913b42326cdd', 'null', '{"key":"57cee49f-5f29-4a76-bcef-f8d91f864aa3","name":"test","prefix":"wnw_E2BSTd"}'),
	(3, 1794983095913, '1872448f-83d8-468d-ad68-78638f414da9', 'key created', '1872448f-83d8-468d-ad68-78638f414da9', 'null', '{"key":"bd49c273-1c43-452f-abac-19deac1d15f0","name":"test","prefix":"wnw_JOxMNx"}');
INSERT INTO public.balances VALUES
	('6525e469-d4bb-44b6-8db6-974203d50fb3', 100000, '2026-11', 100000, 0),
	('1872448f-83d8-468d-ad68-78638f414da9', 7, '2026-11', 425000, 0),
	('233c0c85-ef85-4120-bed9-913b42326cdd', 9985, '2026-11', 425000, 0);
INSERT INTO public.batches VALUES
	('01a1ed54-7142-7da2-b961-53658b248847', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', 'running', NULL, 9, 27, NULL, NULL, NULL, 1794983096643, NULL, 0, '7c956b28efa8a92aeb5081e4c02a5449534a692d569265a10128f590d0efee93', NULL, NULL, 1795069496643, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL),
	('01a1ed54-71ec-7524-b447-723de6ad3f2d', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', 'paused', 'Paused by its owner.', 2, 6, NULL, NULL, NULL, 1794983096812, NULL, 0, 'd408c21fd8fefdda2d56d2b8c44cbd8f88beac23424ca7e0035f3bf0a2725c88', 1794983096892, NULL, 1795069496812, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL),
	('01a1ed54-725d-7fcb-ad52-50de2ca0361a', '1872448f-83d8-468d-ad68-78638f414da9', 'bd49c273-1c43-452f-abac-19deac1d15f0', 'toyshelf', '/api/toyshelf/things', 'running', NULL, 4, 12, NULL, NULL, NULL, 1794983096925, NULL, 0, 'e76ef00734e68ae5cb8bd3b8e559ad2f9f60c28fda0f83682070358a4ecb1fff', NULL, NULL, 1795069496925, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL);
INSERT INTO public.call_log OVERRIDING SYSTEM VALUE VALUES
	(1, '01a1ed54-6efc-7f3c-a403-afb5b7d9ea0f', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'http', 'admitted', 1794983096060, 1794983096111, 202, NULL, NULL, '127.0.0.1', NULL, '{"access-token":"(not kept)","prefer":"respond-async","user-agent":"lightMyRequest","host":"localhost:80","content-length":"26","content-type":"application/json"}', '{"x-request-id":"01a1ed54-6efc-7f3c-a403-afb5b7d9ea0f","cache-control":"no-store","x-content-type-options":"nosniff","vary":"prefer","preference-applied":"respond-async","location":"/jobs/01a1ed54-6f03-7b37-8046-365dee89b23e","content-type":"application/json; charset=utf-8","x-execution-time":"0.046","x-credits-charged":"0","x-token-points":"9997","ratelimit-policy":"\"ten_second\";q=200;w=10, \"minutely\";q=1000;w=60, \"hourly\";q=30000;w=3600, \"daily\";q=300000;w=86400, \"monthly\";q=3000000;w=2592000","ratelimit":"\"ten_second\";r=199;t=4, \"minutely\";r=999;t=4, \"hourly\";r=29999;t=2104, \"daily\";r=299999;t=63304, \"monthly\";r=2999999;t=1100104","content-length":"442"}', '{"steps":[],"left_out":0}', 0),
	(2, '01a1ed54-70a6-7204-9eda-cc12ecc5ebea', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'http', 'admitted', 1794983096486, 1794983096560, 202, NULL, NULL, '127.0.0.1', NULL, '{"access-token":"(not kept)","prefer":"respond-async","user-agent":"lightMyRequest","host":"localhost:80","content-length":"40","content-type":"application/json"}', '{"x-request-id":"01a1ed54-70a6-7204-9eda-cc12ecc5ebea","cache-control":"no-store","x-content-type-options":"nosniff","vary":"prefer","preference-applied":"respond-async","location":"/jobs/01a1ed54-70c8-71bc-b37c-14558b2eacce","content-type":"application/json; charset=utf-8","x-execution-time":"0.069","x-credits-charged":"0","x-token-points":"9994","ratelimit-policy":"\"ten_second\";q=200;w=10, \"minutely\";q=1000;w=60, \"hourly\";q=30000;w=3600, \"daily\";q=300000;w=86400, \"monthly\";q=3000000;w=2592000","ratelimit":"\"ten_second\";r=198;t=4, \"minutely\";r=998;t=4, \"hourly\";r=29998;t=2104, \"daily\";r=299998;t=63304, \"monthly\";r=2999998;t=1100104","content-length":"442"}', '{"steps":[],"left_out":0}', 0),
	(3, '01a1ed54-71af-7113-baf2-9588b2099102', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'http', 'admitted', 1794983096751, 1794983096783, 202, NULL, NULL, '127.0.0.1', NULL, '{"access-token":"(not kept)","prefer":"respond-async","user-agent":"lightMyRequest","host":"localhost:80","content-length":"40","content-type":"application/json"}', '{"x-request-id":"01a1ed54-71af-7113-baf2-9588b2099102","cache-control":"no-store","x-content-type-options":"nosniff","vary":"prefer","preference-applied":"respond-async","location":"/jobs/01a1ed54-71c0-7f91-ad4c-dc205d3d25e1","content-type":"application/json; charset=utf-8","x-execution-time":"0.031","x-credits-charged":"0","x-token-points":"9985","ratelimit-policy":"\"ten_second\";q=200;w=10, \"minutely\";q=1000;w=60, \"hourly\";q=30000;w=3600, \"daily\";q=300000;w=86400, \"monthly\";q=3000000;w=2592000","ratelimit":"\"ten_second\";r=195;t=4, \"minutely\";r=995;t=4, \"hourly\";r=29995;t=2104, \"daily\";r=299995;t=63304, \"monthly\";r=2999995;t=1100104","content-length":"442"}', '{"steps":[],"left_out":0}', 0);
INSERT INTO public.closed_days VALUES
	(20774);
INSERT INTO public.idempotency VALUES
	('233c0c85-ef85-4120-bed9-913b42326cdd', '§job:01a1ed54-715e-73cf-a8ad-037c134f7a50', '10c816bf67af22621c38f0e9fc396718d2768e841c28a093f0a0692631feda1a', 3, 1795069496738),
	('233c0c85-ef85-4120-bed9-913b42326cdd', '§job:01a1ed54-715e-7a75-9f7a-fbaa8b72288a', 'f7a4626dcb4b578b1cf096b0772e761a5ef0bad730dae26b1b3e112760937792', 4, 1795069496754);
INSERT INTO public.jobs VALUES
	('01a1ed54-6f03-7b37-8046-365dee89b23e', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"done","count":5,"timeout":300}', 300, NULL, NULL, NULL, NULL, NULL, NULL, 'succeeded', 0, 1794983096080, NULL, 1, NULL, NULL, 1794983096080, 1794983096133, 1794983096409, 1, 5, 3, 3, 200, NULL, NULL, 'count', 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-70c8-71bc-b37c-14558b2eacce', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":5,"timeout":600}', 600, NULL, NULL, NULL, NULL, NULL, NULL, 'running', 0, 1794983096529, NULL, 1, 1794983126576, '70156331-4c3c-4bc6-891c-c56ac03cc1dc', 1794983096529, 1794983096576, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-7250-9b23-9bcb82ae3484', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":2,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 3, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-7adc-b4ad-9bdb1744b91b', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":3,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 4, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-77e5-9bff-cdcf4e995681', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":3,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 1, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-7b37-891b-becec812ede2', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":1,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 2, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-70d8-9487-4d9a3201448a', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":8,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 9, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-73cf-a8ad-037c134f7a50', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":6,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 7, NULL, 'running', 0, 1794983096688, NULL, 1, 1794983126700, '70156331-4c3c-4bc6-891c-c56ac03cc1dc', 1794983096670, 1794983096700, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-7a75-9f7a-fbaa8b72288a', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":4,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 5, NULL, 'running', 0, 1794983096688, NULL, 1, 1794983126719, '70156331-4c3c-4bc6-891c-c56ac03cc1dc', 1794983096670, 1794983096719, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-742f-a415-e5b9a2e26706', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":5,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 6, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-715e-7e09-b786-3b70afbeae44', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":7,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-7142-7da2-b961-53658b248847', 8, NULL, 'queued', 0, 1794983096688, NULL, 0, NULL, NULL, 1794983096670, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-71c0-7f91-ad4c-dc205d3d25e1', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":2,"timeout":600}', 600, NULL, NULL, NULL, NULL, NULL, NULL, 'queued', 0, 1794983096771, NULL, 0, NULL, NULL, 1794983096771, NULL, NULL, 0, 0, 3, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-71fb-7b1c-b667-0a760f14352b', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":1,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-71ec-7524-b447-723de6ad3f2d', 1, NULL, 'queued', 0, 9007199254740991, NULL, 0, NULL, NULL, 1794983096827, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-71fb-7ee7-b5c2-1547f7050941', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'toyshelf', '/api/toyshelf/things', '{"shelf":"gate","count":1,"timeout":600}', 600, NULL, NULL, NULL, '01a1ed54-71ec-7524-b447-723de6ad3f2d', 2, NULL, 'queued', 0, 9007199254740991, NULL, 0, NULL, NULL, 1794983096827, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-726c-796f-88f9-b05591351b2b', '1872448f-83d8-468d-ad68-78638f414da9', 'bd49c273-1c43-452f-abac-19deac1d15f0', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-725d-7fcb-ad52-50de2ca0361a', 2, NULL, 'queued', 0, 1794983096944, NULL, 0, NULL, NULL, 1794983096940, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-726c-7230-b41d-8f98fb0e9f2a', '1872448f-83d8-468d-ad68-78638f414da9', 'bd49c273-1c43-452f-abac-19deac1d15f0', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-725d-7fcb-ad52-50de2ca0361a', 3, NULL, 'queued', 0, 1794983096944, NULL, 0, NULL, NULL, 1794983096940, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-726c-75dc-9f21-3a6e8348ce89', '1872448f-83d8-468d-ad68-78638f414da9', 'bd49c273-1c43-452f-abac-19deac1d15f0', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-725d-7fcb-ad52-50de2ca0361a', 4, NULL, 'queued', 0, 1794983096944, NULL, 0, NULL, NULL, 1794983096940, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0),
	('01a1ed54-726c-7a83-a299-ab85d1381a67', '1872448f-83d8-468d-ad68-78638f414da9', 'bd49c273-1c43-452f-abac-19deac1d15f0', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":10,"timeout":300}', 300, NULL, NULL, NULL, '01a1ed54-725d-7fcb-ad52-50de2ca0361a', 1, NULL, 'queued', 0, 1794983096944, NULL, 0, NULL, NULL, 1794983096940, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0, NULL, 0);
INSERT INTO public.kysely_migration VALUES
	('001-people', '2026-11-18T06:24:54.507Z'),
	('002-metering', '2026-11-18T06:24:54.560Z'),
	('003-sign-in', '2026-11-18T06:24:54.582Z'),
	('004-postgres-ledger', '2026-11-18T06:24:54.592Z'),
	('005-governor', '2026-11-18T06:24:54.598Z'),
	('006-leases', '2026-11-18T06:24:54.607Z'),
	('007-security', '2026-11-18T06:24:54.634Z'),
	('008-jobs', '2026-11-18T06:24:54.665Z'),
	('009-health', '2026-11-18T06:24:54.688Z'),
	('010-evidence', '2026-11-18T06:24:54.696Z'),
	('011-answer-facts', '2026-11-18T06:24:54.710Z'),
	('012-ledger-repair', '2026-11-18T06:24:54.713Z'),
	('013-call-log', '2026-11-18T06:24:54.744Z'),
	('014-webhooks-schedules', '2026-11-18T06:24:54.778Z'),
	('015-incident-evidence', '2026-11-18T06:24:54.798Z'),
	('016-growth', '2026-11-18T06:24:54.820Z'),
	('017-lookup-cache', '2026-11-18T06:24:54.835Z'),
	('018-oauth', '2026-11-18T06:24:54.856Z'),
	('019-mail-queue', '2026-11-18T06:24:54.864Z'),
	('020-partitions', '2026-11-18T06:24:54.968Z'),
	('021-latencies', '2026-11-18T06:24:54.976Z'),
	('022-job-facts', '2026-11-18T06:24:54.978Z'),
	('030-alert-settings', '2026-11-18T06:24:54.980Z'),
	('031-oauth-family', '2026-11-18T06:24:54.987Z'),
	('032-request-hours', '2026-11-18T06:24:54.995Z'),
	('033-site-limits', '2026-11-18T06:24:55.006Z'),
	('034-fair-shares', '2026-11-18T06:24:55.025Z'),
	('035-accounts', '2026-11-18T06:24:55.032Z'),
	('037-evidence-source', '2026-11-18T06:24:55.033Z'),
	('038-store-facts', '2026-11-18T06:24:55.036Z'),
	('042-baselines', '2026-11-18T06:24:55.045Z'),
	('043-alert-delivery', '2026-11-18T06:24:55.049Z'),
	('053-patient-work', '2026-11-18T06:24:55.063Z'),
	('054-schedule-runs', '2026-11-18T06:24:55.067Z'),
	('059-paused-accounts', '2026-11-18T06:24:55.068Z'),
	('061-result-links', '2026-11-18T06:24:55.074Z'),
	('062-invalid-lines', '2026-11-18T06:24:55.078Z'),
	('063-ordered-deliveries', '2026-11-18T06:24:55.086Z'),
	('064-partial-and-files', '2026-11-18T06:24:55.101Z'),
	('065-watches', '2026-11-18T06:24:55.129Z');
INSERT INTO public.ledger_before VALUES
	(1, '6525e469-d4bb-44b6-8db6-974203d50fb3', NULL, NULL, 'grant', 100000, 100000, 1794983095273, 'plan growth'),
	(2, '233c0c85-ef85-4120-bed9-913b42326cdd', NULL, NULL, 'grant', 10000, 10000, 1794983095857, 'plan pro'),
	(3, '1872448f-83d8-468d-ad68-78638f414da9', NULL, NULL, 'grant', 7, 7, 1794983095883, 'plan pro'),
	(4, '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 1, 'hold', -3, 9997, 1794983096091, NULL),
	(5, '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 1, 'settle', 0, 9997, 1794983096337, NULL),
	(6, '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 2, 'hold', -3, 9994, 1794983096536, NULL),
	(7, '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 3, 'hold', -3, 9991, 1794983096738, NULL),
	(8, '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 4, 'hold', -3, 9988, 1794983096754, NULL),
	(9, '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 5, 'hold', -3, 9985, 1794983096774, NULL);
INSERT INTO public.people VALUES
	('6525e469-d4bb-44b6-8db6-974203d50fb3', 'Demo', 'demo@winnow.invalid', false, NULL, 'demo-NLadhV', 'NLadhVd5RbSS', 'member', 'growth', '2026-11-18 06:24:55.269+00', '2026-11-18 06:24:55.269+00', NULL, NULL, false, 0, NULL),
	('233c0c85-ef85-4120-bed9-913b42326cdd', 'ada', 'ada@people.example', false, NULL, 'ada-knjiwZ', 'knjiwZSEx47Q', 'member', 'pro', '2026-11-18 06:24:55.851+00', '2026-11-18 06:24:55.851+00', NULL, NULL, false, 0, NULL),
	('1872448f-83d8-468d-ad68-78638f414da9', 'bob', 'bob@people.example', false, NULL, 'bob-cMi5n3', 'cMi5n31wbjwi', 'member', 'pro', '2026-11-18 06:24:55.879+00', '2026-11-18 06:24:55.879+00', NULL, NULL, false, 0, NULL);
INSERT INTO public.points_watch VALUES
	('233c0c85-ef85-4120-bed9-913b42326cdd', 10000, 9997, 0);
INSERT INTO public.requests_before VALUES
	(1, '01a1ed54-6f03-7b37-8046-365dee89b23e', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 300, '{"shelf":"done","count":5,"timeout":300}', NULL, 1794983096091, 1795070786091, 1794983096337, 200, 3, 9997, 5, 1, NULL, 'count', NULL, NULL, NULL, NULL),
	(2, '01a1ed54-70c8-71bc-b37c-14558b2eacce', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, '{"shelf":"gate","count":5,"timeout":600}', NULL, 1794983096536, 1795071686536, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	(3, '01a1ed54-715e-73cf-a8ad-037c134f7a50', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, '{"shelf":"gate","count":6,"timeout":600}', '§job:01a1ed54-715e-73cf-a8ad-037c134f7a50', 1794983096738, 1794985286738, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	(4, '01a1ed54-715e-7a75-9f7a-fbaa8b72288a', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, '{"shelf":"gate","count":4,"timeout":600}', '§job:01a1ed54-715e-7a75-9f7a-fbaa8b72288a', 1794983096754, 1794985286754, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	(5, '01a1ed54-71c0-7f91-ad4c-dc205d3d25e1', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', '/api/toyshelf/things', 'toyshelf', 'jobs', 'pro', 3, 600, '{"shelf":"gate","count":2,"timeout":600}', NULL, 1794983096774, 1795071686774, NULL, NULL, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.schedules VALUES
	('d5c0c776-f638-4621-a886-c9b413d23545', '233c0c85-ef85-4120-bed9-913b42326cdd', '57cee49f-5f29-4a76-bcef-f8d91f864aa3', 'daily', 'toyshelf', '/api/toyshelf/things', '{"shelf":"top","count":4,"timeout":300}', '26 6 * * *', 'UTC', '[]', NULL, NULL, '17ed132df8d8f9a6153bed8c5ce59c8e3a0f07457974183fe6c0fa618251ac73', 'active', NULL, 1794983160000, NULL, NULL, 1794983097086, NULL, NULL, '[]', '[]', '[]', NULL);
INSERT INTO public.store_facts VALUES
	('secret_check', '8WH5eFjtMFiWXVWSiD8jqtLaXn0Mv74uyoqOjOGL5sM');
INSERT INTO public.webhook_deliveries VALUES
	('msg_a284b0b9-5492-4042-a535-24fb20d7c711', '233c0c85-ef85-4120-bed9-913b42326cdd', '5dbeca20-f5a9-44d0-a60e-9d78a114c78e', 'http://127.0.0.1:9/hook', 'job.succeeded', '01a1ed54-6f03-7b37-8046-365dee89b23e', '{"type":"job.succeeded","timestamp":"2026-11-18T06:24:56.426Z","data":{"id":"01a1ed54-6f03-7b37-8046-365dee89b23e","operation":"/api/toyshelf/things","status":"succeeded","progress":{"pages":1,"records":5},"held":0,"charged":3,"attempt":1,"created_at":"2026-11-18T06:24:56.080Z","started_at":"2026-11-18T06:24:56.133Z","ended_at":"2026-11-18T06:24:56.409Z","records_until":"2026-11-25T06:24:56.409Z","error":null,"results_end":"count","results_total":null,"resolved":null,"warnings":[],"batch_id":null,"line":null,"schedule_id":null}}', 'pending', 1, '[{"at":1794983096488,"status":null,"answer":"","error":"ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9","ms":17,"headers":{"content-type":"application/json","user-agent":"Winnow-Webhooks/1","webhook-id":"msg_a284b0b9-5492-4042-a535-24fb20d7c711","webhook-timestamp":"1794983096"}}]', 1794983101512, 1794983096427, NULL, NULL, 0, '01a1ed54-6f03-7b37-8046-365dee89b23e', 0, 'event');
INSERT INTO public.webhook_endpoints VALUES
	('5dbeca20-f5a9-44d0-a60e-9d78a114c78e', '233c0c85-ef85-4120-bed9-913b42326cdd', 'http://127.0.0.1:9/hook', NULL, 'uo2wDARpShnHeIT8_vXu5oVJtZUi3cWEJN9opmqX8MmcH1SOnkuMTjrsyxoRSPriB90JJj5U_QKj9Tm8hXLwJZ69', NULL, NULL, 'active', NULL, 1794983096488, 1794983095999);
INSERT INTO public.welcomed_accounts VALUES
	('6525e469-d4bb-44b6-8db6-974203d50fb3', 1794983095298),
	('233c0c85-ef85-4120-bed9-913b42326cdd', 1794983095859),
	('1872448f-83d8-468d-ad68-78638f414da9', 1794983095887);
SELECT pg_catalog.setval('public.audit_log_no_seq', 3, true);
SELECT pg_catalog.setval('public.call_log_no_seq', 3, true);
SELECT pg_catalog.setval('public.incidents_no_seq', 1, false);
SELECT pg_catalog.setval('public.ledger_no_seq', 9, true);
SELECT pg_catalog.setval('public.requests_no_seq', 5, true);
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
ALTER TABLE ONLY public.governor
    ADD CONSTRAINT governor_pkey PRIMARY KEY (origin);
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
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (origin);
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
ALTER TABLE ONLY public.repeated_sign_ups
    ADD CONSTRAINT repeated_sign_ups_pkey PRIMARY KEY (person_id);
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
    ADD CONSTRAINT site_leases_pkey PRIMARY KEY (origin, holder);
ALTER TABLE ONLY public.site_limits
    ADD CONSTRAINT site_limits_pkey PRIMARY KEY (origin);
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
CREATE INDEX answers_by_end_before ON public.answers_before USING btree (expires_at);
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
CREATE INDEX ledger_by_account_before ON public.ledger_before USING btree (account_id, no);
CREATE INDEX ledger_by_time_before ON public.ledger_before USING brin (at);
CREATE INDEX ledger_rest_account_id_no_idx ON public.ledger_rest USING btree (account_id, no);
CREATE INDEX ledger_rest_at_idx ON public.ledger_rest USING brin (at);
CREATE INDEX lookup_answers_by_age ON public.lookup_answers USING btree (source, asked_at);
CREATE INDEX lookup_answers_by_expiry ON public.lookup_answers USING btree (expires_at);
CREATE INDEX mail_links_by_person ON public.mail_links USING btree (person_id);
CREATE INDEX mail_queue_by_attempt ON public.mail_queue USING btree (attempt_at);
CREATE INDEX oauth_clients_by_age ON public.oauth_clients USING btree (created_at);
CREATE INDEX oauth_codes_by_expiry ON public.oauth_codes USING btree (expires_at);
CREATE INDEX oauth_grants_by_account ON public.oauth_grants USING btree (account_id, client_id);
CREATE INDEX oauth_grants_by_family ON public.oauth_grants USING btree (family_hash);
CREATE INDEX oauth_grants_by_previous ON public.oauth_grants USING btree (previous_refresh_hash);
CREATE INDEX people_by_unconfirmed ON public.people USING btree (unconfirmed_email);
CREATE INDEX repeated_sign_ups_by_email ON public.repeated_sign_ups USING btree (email);
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
CREATE INDEX requests_by_account_before ON public.requests_before USING btree (account_id, started_at, no);
CREATE INDEX requests_by_id_before ON public.requests_before USING btree (request_id);
CREATE INDEX requests_by_time_before ON public.requests_before USING btree (started_at, no);
CREATE INDEX requests_open_before ON public.requests_before USING btree (expires_at) WHERE (ended_at IS NULL);
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
ALTER INDEX public.answers_pkey ATTACH PARTITION public.answers_before_pkey;
ALTER INDEX public.answers_by_end ATTACH PARTITION public.answers_by_end_before;
ALTER INDEX public.answers_by_end ATTACH PARTITION public.answers_rest_expires_at_idx;
ALTER INDEX public.answers_pkey ATTACH PARTITION public.answers_rest_pkey;
ALTER INDEX public.ledger_by_account ATTACH PARTITION public.ledger_20261201_account_id_no_idx;
ALTER INDEX public.ledger_by_time ATTACH PARTITION public.ledger_20261201_at_idx;
ALTER INDEX public.ledger_pkey ATTACH PARTITION public.ledger_20261201_pkey;
ALTER INDEX public.ledger_pkey ATTACH PARTITION public.ledger_before_pkey;
ALTER INDEX public.ledger_by_account ATTACH PARTITION public.ledger_by_account_before;
ALTER INDEX public.ledger_by_time ATTACH PARTITION public.ledger_by_time_before;
ALTER INDEX public.ledger_by_account ATTACH PARTITION public.ledger_rest_account_id_no_idx;
ALTER INDEX public.ledger_by_time ATTACH PARTITION public.ledger_rest_at_idx;
ALTER INDEX public.ledger_pkey ATTACH PARTITION public.ledger_rest_pkey;
ALTER INDEX public.requests_by_account ATTACH PARTITION public.requests_20261201_account_id_started_at_no_idx;
ALTER INDEX public.requests_open ATTACH PARTITION public.requests_20261201_expires_at_idx;
ALTER INDEX public.requests_pkey ATTACH PARTITION public.requests_20261201_pkey;
ALTER INDEX public.requests_by_id ATTACH PARTITION public.requests_20261201_request_id_idx;
ALTER INDEX public.requests_by_time ATTACH PARTITION public.requests_20261201_started_at_no_idx;
ALTER INDEX public.requests_pkey ATTACH PARTITION public.requests_before_pkey;
ALTER INDEX public.requests_by_account ATTACH PARTITION public.requests_by_account_before;
ALTER INDEX public.requests_by_id ATTACH PARTITION public.requests_by_id_before;
ALTER INDEX public.requests_by_time ATTACH PARTITION public.requests_by_time_before;
ALTER INDEX public.requests_open ATTACH PARTITION public.requests_open_before;
ALTER INDEX public.requests_by_account ATTACH PARTITION public.requests_rest_account_id_started_at_no_idx;
ALTER INDEX public.requests_open ATTACH PARTITION public.requests_rest_expires_at_idx;
ALTER INDEX public.requests_pkey ATTACH PARTITION public.requests_rest_pkey;
ALTER INDEX public.requests_by_id ATTACH PARTITION public.requests_rest_request_id_idx;
ALTER INDEX public.requests_by_time ATTACH PARTITION public.requests_rest_started_at_no_idx;
