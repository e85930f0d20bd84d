import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { openTcpGate } from "../../test/support/tcp-gate.ts";
import { keptSecret } from "../auth/secret.ts";
import { connectStore, openStore, openStoreWhenUp } from "./open-store.ts";

describe("a store that cannot be opened is reported in one sentence that says what to do", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "winnow-unusable-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const said = (settings: { dataDir?: string; url?: string }) =>
    openStore({ dataDir: folder, url: "", ...settings }).then(
      () => null,
      ({ name, message }: Error) => `${name}: ${message}`,
    );

  test("a folder that is not writable", async () => {
    // Not even by root.
    const sentence =
      /^StoreUnusable: Winnow cannot write to \/sys\/winnow.* make the user that runs it, \d+, its owner/;
    expect(await said({ dataDir: "/sys/winnow" })).toMatch(sentence);
    expect(() => keptSecret("auth-secret", "/sys/winnow")).toThrow("Winnow cannot write to /sys/winnow");
  });

  test("a file in the folder's place", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(await said({ dataDir: file })).toBe(
      `StoreUnusable: DATA_DIR is ${file}, which is not a folder: set it to one.`,
    );
  });

  test("a damaged file", async () => {
    await writeFile(join(folder, "winnow.db"), "x".repeat(20_000));
    expect(await said({})).toMatch(/winnow\.db is damaged \(file is not a database\).*npx winnow restore <folder>/);
  });

  test("a start while PostgreSQL restarts waits for it, and says once why", async () => {
    const gate = await openTcpGate(await freshDatabase());
    gate.close();
    const said: string[] = [];
    const store = await openStoreWhenUp({ dataDir: folder, url: gate.url }, (why) => {
      said.push(why);
      gate.open();
    });
    await store.close();
    await gate[Symbol.asyncDispose]();
    expect(said).toEqual([expect.stringContaining("cannot be used")]);
  });

  test("long work goes to PostgreSQL directly, where it may take longer than the server's own limit", async () => {
    const url = await freshDatabase();
    const limited = `${url}?options=-c%20statement_timeout%3D1000`;
    const place = { dataDir: folder, url: limited, pooler: "transaction" as const };
    const timeout = sql<{ statement_timeout: string }>`show statement_timeout`;
    for (const [directUrl, expected] of [
      ["", "1s"],
      [url, "0"],
    ] as const) {
      const store = connectStore({ ...place, directUrl });
      if (store.dialect !== "postgres") throw new Error(store.dialect);
      expect((await timeout.execute(store.longRunning)).rows[0]?.statement_timeout).toBe(expected);
      await store.close();
    }
  });

  test("a PostgreSQL that is not running, and one without the database", async () => {
    const refused = /^StoreUnusable: PostgreSQL at 127\.0\.0\.1:1 cannot be used .*ECONNREFUSED.*DATABASE_URL\.$/;
    expect(await said({ url: "postgres://winnow:secret@127.0.0.1:1/winnow" })).toMatch(refused);
    const other = Object.assign(new URL(await freshDatabase()), { pathname: "/nowhere" });
    const missing = `StoreUnusable: PostgreSQL at ${other.host} has no database nowhere: create it (createdb --owner <user> nowhere), or correct DATABASE_URL.`;
    expect(await said({ url: other.href })).toBe(missing);
  });
});
