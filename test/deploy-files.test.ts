import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../src/app/config.ts";
import { allSettings } from "../src/app/settings.ts";
import { NEVER } from "../src/jobs/job-store.ts";
import { openStore, type Store } from "../src/store/open-store.ts";
import { MIGRATED } from "./support/store/postgres-on-demand.ts";
import { freshDatabase } from "./support/store/stores.ts";

const folder = join(import.meta.dirname, "../deploy");
const text = (name: string) => readFileSync(join(folder, name), "utf8");
const documents = (name: string) => parseAllDocuments(text(name)).map((one) => one.toJSON());

/** The environment of each process that a file starts, with what an operator fills in. */
function environments(): Array<[where: string, env: Record<string, string>]> {
  const image = Object.fromEntries(
    [...text("Containerfile").matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs]) =>
      pairs!.split(" ").map((pair) => pair.split("=") as [string, string]),
    ),
  );
  const filled = (env: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:\?\}/g, "x".repeat(32))]),
    );
  const { services } = parse(text("compose.yaml"), { merge: true });
  const composed = Object.entries<{ image: string; environment: Record<string, string> }>(services)
    .filter(([, service]) => service.image === "winnow")
    .map(([name, { environment }]): [string, Record<string, string>] => [name, filled(environment)]);
  const maps = documents("kubernetes/winnow.yaml").filter(({ kind }) => kind === "ConfigMap");
  return [...composed, ...maps.map(({ data }): [string, Record<string, string>] => ["kubernetes", data])].map(
    ([where, env]) => [where, { ...image, ...env }],
  );
}

test("every process in deploy/ has only settings that exist, with values that are valid", () => {
  const known = ["NODE_ENV", ...allSettings.map(({ env }) => env)];
  const all = environments();
  expect(all.length).toBeGreaterThan(2);
  for (const [where, env] of all) {
    expect([where, Object.keys(env).filter((name) => !known.includes(name))]).toEqual([where, []]);
    expect(readConfig({ ...env, PUBLIC_URL: "https://winnow.example" }).server.host).toBe("0.0.0.0");
  }
});

describe("the query that KEDA uses to scale workers", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir: "", url: await freshDatabase(MIGRATED) });
  });
  afterAll(() => store.close());

  test("counts only jobs that a worker could run now: none that is paused, due later or ended", async () => {
    if (store.dialect !== "postgres") throw new Error(store.dialect);
    const job = (id: string, status: "queued" | "running" | "succeeded", run_after: number) => ({
      id,
      status,
      run_after,
      account_id: "a",
      key_id: "k",
      source: "s",
      endpoint: "/e",
      params: "{}",
      timeout: 60,
      created_at: 0,
      priority: 0,
    });
    const rows = [job("due", "queued", 1), job("runs", "running", 1), job("ended", "succeeded", 1)];
    rows.push(job("paused", "queued", NEVER), job("later", "queued", Date.now() + 3_600_000));
    await store.db.insertInto("jobs").values(rows).execute();
    const [, scaled] = parseAllDocuments(text("kubernetes/workers-by-queue.yaml"));
    const { query } = scaled!.toJSON().spec.triggers[0].metadata;
    expect((await store.pool.query(query)).rows).toEqual([{ count: 2 }]);
  });
});
