import pg from "pg";
import { expect, test } from "vitest";
import { LEAST_CONNECTIONS } from "../src/store/postgres-pool.ts";
import { startTestService } from "./support/service.ts";
import { freshDatabase } from "./support/store/stores.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

test("a process never has more connections than DATABASE_POOL, from its migrations to its last call", async () => {
  const url = await freshDatabase();
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const others = "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  let most = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) most = Math.max(most, (await watcher.query(others)).rows.length);
  })();
  const service = await startTestService({
    sourcesFolder: await sourcesFolder({ toy: toySource("toy") }),
    env: { DATABASE_URL: url, DATABASE_POOL: String(LEAST_CONNECTIONS) },
  });
  const key = service.demoKey;
  const paths = Array.from({ length: 20 }, () => ["/usage", "/metrics", "/health"]).flat();
  const calls = await Promise.all([
    ...Array.from({ length: 40 }, () => service.post("/api/toy/things", { shelf: "top", count: 5 }, { key })),
    ...paths.map((path) => service.get(path, key)),
  ]);
  isOver = true;
  await counting;
  expect(calls.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  // One account keeps one of the ledger's two busy.
  expect([LEAST_CONNECTIONS - 1, LEAST_CONNECTIONS]).toContain(most);
  await service.close();
  await watcher.end();
});
