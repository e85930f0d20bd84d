import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIN_CONNECTIONS } from "../src/store/postgres-settings.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { startPgbouncer } from "./support/store/pgbouncer.ts";
import { freshDatabase } from "./support/store/stores.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await sourcesFolder({ toy: toySource("toy") });
});
const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

async function start(env: Record<string, string>): Promise<TestService> {
  const service = await startTestService({ sourcesFolder: folder, env });
  stack.defer(() => service.close());
  return service;
}

/** The most connections of others to a database during the work. */
async function maxConnections(url: string, work: () => Promise<void>): Promise<number> {
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const others = "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  let max = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) max = Math.max(max, (await watcher.query(others)).rows.length);
  })();
  await work().finally(() => {
    isOver = true;
  });
  await counting;
  await watcher.end();
  return max;
}

async function keepBusy(service: TestService, given?: string): Promise<void> {
  const key = given ?? (await service.createKey());
  const paths = Array.from({ length: 20 }, () => ["/usage", "/metrics", "/health"]).flat();
  const call = () => service.post("/api/toy/things", { shelf: "top", count: 5 }, { key });
  const calls = await Promise.all([
    ...Array.from({ length: 40 }, call),
    ...paths.map((path) => service.get(path, key)),
  ]);
  expect(calls.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([]);
}

test("a process never opens more connections than DATABASE_POOL, from its migrations to its last call", async () => {
  const url = await freshDatabase();
  const max = await maxConnections(url, async () =>
    keepBusy(await start({ DATABASE_URL: url, DATABASE_POOL: String(MIN_CONNECTIONS) })),
  );
  // A look now and then may miss the most that there were, and one account keeps one of the ledger's two busy.
  expect(max).toBeGreaterThan(1);
  expect(max).toBeLessThanOrEqual(MIN_CONNECTIONS);
});

test("behind pgbouncer in transaction mode, processes share its few connections", async () => {
  const url = await freshDatabase();
  const pooler = stack.use(await startPgbouncer(url, 3));
  const max = await maxConnections(url, async () => {
    const env = { DATABASE_URL: pooler.url, DATABASE_POOLER: "transaction", AUTH_SECRET: "s".repeat(32) };
    const first = await start(env);
    const key = await first.createKey();
    const second = await start(env);
    await Promise.all([first, second].map((service) => keepBusy(service, key)));
    const submitted = await first.post(
      "/api/toy/things",
      { shelf: "top", count: 5 },
      { key, headers: { prefer: "respond-async" } },
    );
    expect(submitted.statusCode, submitted.body).toBe(202);
    const at = `/jobs/${submitted.json().id}`;
    await expect.poll(async () => (await first.get(at, key)).json().status, { timeout: 20_000 }).toBe("succeeded");
  });
  // PostgreSQL may still list one that pgbouncer has closed, and a look now and then may miss the most that there were.
  expect(max).toBeGreaterThan(1);
  expect(max).toBeLessThanOrEqual(4);
});
