-- The limit of each site that all processes share, and what each process has of it. Grants start times by the database's
-- clock in one statement, under the lock of the site's row. It does what askSite in extraction/governor/site-limit.ts does,
-- and gets its constants from there. One process alone keeps it in memory.
create or replace function winnow_site(site text, process text, ask json, rules json, at float8 default null)
returns json language plpgsql as $body$
declare
  s site_limits%rowtype;
  a record;
  r record;
  o record;
  t float8;
  factor float8;
  calm float8;
  grown float8;
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
    "halfPaceAfterMs" float8, "fullPaceAfterMs" float8,
    "aheadMs" float8, "leaseMs" float8, "graceMs" float8, "shortestPollMs" float8, "longestPollMs" float8,
    share float8, "assumedMs" float8, "maxPauseMs" float8, "probeFromMs" float8);
  loop
    select * into s from site_limits where origin = site for update;
    exit when found;
    insert into site_limits (origin, concurrency) values (site, (a.allowed->>'concurrency')::float8) on conflict do nothing;
  end loop;
  -- Read under the lock: in the order in which processes are served.
  t := coalesce(at, extract(epoch from clock_timestamp()) * 1000);

  calm := greatest(0, t - greatest(s.backed_off_at, s.paused_until));
  grown := least(calm, r."halfPaceAfterMs") / r."halfPaceAfterMs" * (0.5 - r."slowestPace")
    + greatest(0, calm - r."halfPaceAfterMs") / (r."fullPaceAfterMs" - r."halfPaceAfterMs") * 0.5;
  for o in select * from json_to_recordset(a.outcomes) as (kind text, "tookMs" float8, "retryAfterMs" float8) loop
    factor := null;
    if o.kind = 'throttled' then
      factor := r."throttledFactor";
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
      s.pace := greatest(r."slowestPace", least(1, s.pace + grown) * factor);
      grown := 0;
    end if;
    if o."retryAfterMs" is not null then
      s.paused_until := greatest(s.paused_until, t + o."retryAfterMs");
      grown := 0;
    end if;
    if o."retryAfterMs" >= r."probeFromMs" then s.concurrency := 1; end if;
  end loop;
  s.paused_until := least(s.paused_until, t + r."maxPauseMs");

  interval_ms := coalesce(1000 / ((a.allowed->>'perSecond')::float8 * least(1, s.pace + grown) * r.share), 0);
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
$body$;
