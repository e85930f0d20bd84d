import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openStore } from "../../../src/store/open-store.ts";
import { postgresOnDemand } from "./postgres-on-demand.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address to ask, once per suite, for the run's PostgreSQL, which starts on the first request. */
    postgresAt: string;
  }
}

/** One PostgreSQL for the whole run, started only on demand, and a migrated SQLite store to copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { address, close } = await postgresOnDemand();
  project.provide("postgresAt", address);
  const folder = await mkdtemp(join(tmpdir(), "winnow-migrated-"));
  await (await openStore({ dataDir: folder, url: "" })).close();
  process.env.MIGRATED_TEST_STORE = join(folder, "winnow.db");
  return async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
}
