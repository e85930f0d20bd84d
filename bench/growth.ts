import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Curve, curvesSvg } from "./support/curves.ts";
import { GrowingService } from "./support/growing-service.ts";
import { median } from "./support/interleave.ts";
import type { Suite, Table } from "./support/suite.ts";

const things = "/api/endless0/things";
const ndjson = { accept: "application/x-ndjson" };

export default {
  name: "growth",
  async run(): Promise<Table[]> {
    const curves = [await byCount(), await byCallers(), await byHistory(), await byAccounts(), await bySources()];
    writeFileSync(join(import.meta.dirname, "../docs/growth.svg"), curvesSvg(curves));
    return curves.map(({ title, unit, points }) => ({
      title,
      columns: [unit, "ms", "most memory (MB)"],
      rows: points.map(({ at, ms, mb }) => [at.toLocaleString("en"), ms, mb]),
    }));
  },
} satisfies Suite;

async function withService<T>(use: (service: GrowingService) => Promise<T>, sources = 1): Promise<T> {
  const service = new GrowingService(sources);
  try {
    await service.start();
    return await use(service);
  } finally {
    await service.close();
  }
}

/** The median of five, each of which must be answered. */
async function timed(times: number, ask: () => Promise<Response>): Promise<number> {
  const taken: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const began = performance.now();
    const answer = await ask();
    for await (const _ of answer.body!);
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

const byCount = (): Promise<Curve> =>
  withService(async (service) => {
    const points: Curve["points"] = [];
    await timed(20, () => service.ask(things, { count: 100 }, ndjson));
    for (const at of [1, 10, 100, 1000, 10_000, 50_000]) {
      service.watchMemory();
      const ms = await timed(at < 10_000 ? 5 : 2, () => service.ask(things, { count: at }, ndjson));
      points.push({ at, ms, mb: service.mostMemory() });
    }
    return { title: "A stream of more and more records", unit: "records", points };
  });

const byCallers = (): Promise<Curve> =>
  withService(async (service) => {
    const points: Curve["points"] = [];
    for (const at of [1, 10, 100, 500, 1000, 2000]) {
      service.watchMemory();
      const rounds = at < 100 ? 20 : 2;
      const began = performance.now();
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all(Array.from({ length: at }, () => service.ask(things, { count: 20 })));
        for (const answer of answers) await answer.arrayBuffer();
        const refused = answers.filter(({ status }) => status !== 200 && status !== 503);
        if (refused.length > 0) throw new Error(`${refused.length} of ${at} answered ${refused[0]!.status}`);
      }
      points.push({ at, ms: (performance.now() - began) / (rounds * at), mb: service.mostMemory() });
    }
    return { title: "More and more callers at once, time for each", unit: "at once", points };
  });

const byHistory = (): Promise<Curve> =>
  withService(async (service) => {
    const points: Curve["points"] = [];
    await service.ask(things, { count: 1 });
    for (const at of [1000, 10_000, 100_000, 1_000_000]) {
      await service.stop();
      fillHistory(service.database, at);
      await service.start();
      service.watchMemory();
      const ms = await timed(9, () => service.ask("/token/requests?limit=50"));
      points.push({ at, ms, mb: service.mostMemory() });
    }
    return { title: "The newest page of a longer and longer history", unit: "rows", points };
  });

/** Copies of a row that is there, under other ids and times. */
function fillHistory(database: string, rows: number): void {
  const db = new DatabaseSync(database);
  const columns = db.prepare("select name from pragma_table_info('requests') where name <> 'no'").all() as Array<{
    name: string;
  }>;
  const { count } = db.prepare("select count(*) as count from requests").get() as { count: number };
  const made: Record<string, string> = {
    request_id: "lower(hex(randomblob(16)))",
    started_at: "started_at - 1000 * n.value",
    ended_at: "ended_at - 1000 * n.value",
    idempotency_key: "null",
  };
  const names = columns.map(({ name }) => name).join(", ");
  const values = columns.map(({ name }) => made[name] ?? name).join(", ");
  db.prepare(
    `with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
     insert into requests (${names}) select ${values} from (select * from requests order by no limit 1), n`,
  ).run(Math.max(1, rows - count));
  db.close();
}

const byAccounts = (): Promise<Curve> =>
  withService(async (service) => {
    const points: Curve["points"] = [];
    let there = 1;
    for (const at of [1, 100, 10_000, 100_000]) {
      await service.stop();
      fillAccounts(service.database, at - there);
      there = at;
      await service.start();
      await timed(50, () => service.ask(things, { count: 1 }));
      service.watchMemory();
      const ms = await timed(51, () => service.ask(things, { count: 1 }));
      points.push({ at, ms, mb: service.mostMemory() });
    }
    return { title: "One call among more and more accounts", unit: "accounts", points };
  });

/** Accounts with a key and a balance each, copied from the one that is there. */
function fillAccounts(database: string, more: number): void {
  if (more <= 0) return;
  const db = new DatabaseSync(database);
  const copy = (table: string, made: Record<string, string>, where: string) => {
    const columns = db.prepare(`select name from pragma_table_info('${table}')`).all() as Array<{ name: string }>;
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map(({ name }) => made[name] ?? `"${name}"`).join(", ");
    db.prepare(
      `with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
       insert into ${table} (${names}) select ${values} from (select * from ${table} where ${where} limit 1), n`,
    ).run(more);
  };
  const id = `'account-${more}-' || n.value`;
  const other = `lower(hex(randomblob(16)))`;
  copy(
    "people",
    { id, email: `${id} || '@people.example'`, login: id, front_id: other },
    "email = 'growth@people.example'",
  );
  copy("balances", { account_id: id }, "account_id = (select id from people where email = 'growth@people.example')");
  copy(
    "api_keys",
    { id: other, account_id: id, hash: other, prefix: other },
    "account_id = (select id from people where email = 'growth@people.example')",
  );
  db.close();
}

async function bySources(): Promise<Curve> {
  const points: Curve["points"] = [];
  for (const at of [6, 25, 100, 200]) {
    await withService(async (service) => {
      await service.stop();
      const ms = await service.start();
      service.watchMemory();
      points.push({ at, ms, mb: service.mostMemory() });
    }, at);
  }
  return { title: "The start with more and more sources", unit: "sources", points };
}
