import pg from "pg";

const DAY_MS = 86_400_000;
/** Days of history, the last of which is today. */
const DAYS = 89;
export const BUSY = "busy";
const ACCOUNTS = 1_000;

/** Half of the rows belong to one account. Operations, keys, statuses and durations are mixed, identically in every run. */
const requestsOf = (first: number, last: number, rows: number, start: number) => `
insert into requests (request_id, account_id, key_id, endpoint, source, door, plan, held, timeout, params, started_at,
  expires_at, ended_at, status, cost, points_left, results, upstream_pages, error_text)
select md5(n::text)::uuid::text,
  case when n % 2 = 0 then '${BUSY}' else 'account-' || (n / 2 % ${ACCOUNTS}) end,
  case when n % 2 = 0 then 'key-' || (n / 2 % 5) else 'key-of-' || (n / 2 % ${ACCOUNTS}) end,
  '/api/source-' || (n % 6) || '/things/' || (array['search', 'details', 'reviews'])[n / 6 % 3 + 1], 'source-' || (n % 6),
  'http', 'growth', 10, 60, '{"keyword":"word ' || (n % 100003) || '","count":20,"sort":"newest","language":"en"}',
  at, at + 90000, at + 80 + (n * 7919 % 4000), case when n % 50 = 0 then 500 when n % 33 = 0 then 412 else 200 end,
  case when n % 50 = 0 or n % 33 = 0 then 0 else 10 end, 1000000, 20, 1,
  case when n % 50 = 0 then 'The source did not answer in time (attempt ' || (n % 7) || ').' end
from (select n, ${start} + n * ${((DAYS * DAY_MS) / rows).toFixed(6)}::numeric::bigint as at
  from generate_series(${first}::bigint, ${last}::bigint) n) as numbered`;

const ledgerOf = (first: number, last: number, rows: number, start: number) => `
insert into ledger (account_id, key_id, request_no, kind, amount, balance, at)
select case when n % 2 = 0 then '${BUSY}' else 'account-' || (n / 2 % ${ACCOUNTS}) end, 'key', n,
  case when n / 1000 % 2 = 0 then 'hold' else 'settle' end, case when n / 1000 % 2 = 0 then -10 else 10 end, 1000000,
  ${start} + n * ${((DAYS * DAY_MS) / rows).toFixed(6)}::numeric::bigint
from generate_series(${first}::bigint, ${last}::bigint) n`;

const STEP = 500_000;

/** Inserts rows `first` up to `last`. */
export async function fillRange(client: pg.Client, first: number, last: number, rows: number, now: number) {
  const start = now - DAYS * DAY_MS;
  await client.query(requestsOf(first, last, rows, start));
  await client.query(ledgerOf(first, last, rows, start));
}

/** Number of parallel connections that insert rows. */
const FILLERS = 3;

async function fillRanges(url: string, rows: number, now: number): Promise<void> {
  let next = 0;
  const filler = async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query("set synchronous_commit = off");
    while (next < rows) {
      const first = next;
      next += STEP;
      await fillRange(client, first, Math.min(rows, first + STEP) - 1, rows, now);
      process.stderr.write(`${Math.round((first / rows) * 100)} % `);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: FILLERS }, filler));
}

/** Inserts rows before creating indexes, which takes a tenth of the time. */
export async function fill(client: pg.Client, url: string, rows: number, now: number): Promise<void> {
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'");
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
     where tablename in ('requests', 'ledger') and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fillRanges(url, rows, now);
  for (const { text } of indexes) await client.query(text);
  await client.query(`insert into answers (request_no, account_id, request_id, status, headers, body, expires_at)
    select n, '${BUSY}', 'r', 200, '{}', '', ${now} + n * 6 from generate_series(1, 100000) n`);
  await client.query("vacuum analyze");
}
