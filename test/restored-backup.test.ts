import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../src/app/config.ts";
import { startWinnow } from "../src/app/start-server.ts";
import { endHere } from "./support/cli/end-here.ts";
import { freshDatabase } from "./support/store/stores.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-restored-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const AUTH_SECRET = "a secret of thirty-two characters or more";
const base = { PATH: process.env.PATH ?? "", PORT: "0", LOG_LEVEL: "silent", AUTH_SECRET };
const stores = {
  sqlite: async (name: string) => ({ ...base, DATA_DIR: join(folder, name) }),
  postgres: async (name: string) => ({ ...base, DATA_DIR: join(folder, name), DATABASE_URL: await freshDatabase() }),
};

/** A call with an Idempotency-Key at a service of these settings. */
async function called(settings: Record<string, string>, key: string) {
  const running = await startWinnow(readConfig(settings));
  try {
    const response = await fetch(`${running.address}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json", "idempotency-key": "once" },
      body: '{"keyword":"lamp","count":3}',
    });
    const facts = { status: response.status, isReplayed: response.headers.get("idempotent-replayed") };
    return { ...facts, points: response.headers.get("x-token-points"), records: await response.json() };
  } finally {
    await running.close();
  }
}

test.each([
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
] as const)("a backup of %s by the job's command serves the same records from %s", async (from, to) => {
  const before = await stores[from](`${from}-before`);
  const key = (
    await endHere(["keys", "create", "--email", "ada@people.example", "--plan", "pro"], before)
  ).stdout.trim();
  const first = await called(before, key);
  expect(first).toMatchObject({ status: 200, isReplayed: null, records: { length: 3 } });
  const backups = join(folder, `backups-${from}`);
  expect(await endHere(["backup", "--keep", "14", backups], before)).toMatchObject({ code: 0 });
  const [made, ...others] = await readdir(backups);
  expect(others).toEqual([]);
  const after = await stores[to](`${from}-after`);
  expect(await endHere(["restore", join(backups, made!)], after)).toMatchObject({ code: 0 });
  expect(await called(after, key)).toEqual({ ...first, isReplayed: "true" });
});
