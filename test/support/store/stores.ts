import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { openStore, type Store, type StoreSettings } from "../../../src/store/open-store.ts";
import { isDrawn } from "../drawn.ts";
import { MIGRATED } from "./postgres-on-demand.ts";
import { storeFolder } from "./store-folder.ts";

export interface FreshStore {
  dialect: Store["dialect"];
  /** Settings of an empty store that no other suite uses, for opening it several times. */
  settings(): StoreSettings;
  /** Opens the store; closed when the suite ends. */
  open(): Promise<Store>;
}

interface Fresh {
  /** Whether the store has no tables either, for tests of migrations. */
  isEmpty?: boolean;
}

/** For a connection on a machine that does ten other things. */
const PATIENT_MS = 10_000;

const dialects = ["sqlite", "postgres"] as const;

/** Runs the same suite on SQLite and on a real PostgreSQL, each on its own store. */
export function describeOnBothStores(
  name: string,
  suite: (store: FreshStore) => void,
  { isEmpty = false }: Fresh = {},
): void {
  describeOn(dialects, name, suite, isEmpty);
}

/**
 * For suites whose statements are the same on both stores: on SQLite, and in CI on PostgreSQL as well. Elsewhere a drawn third
 * of these suites runs on PostgreSQL.
 */
export function describeOnDrawnStores(name: string, suite: (store: FreshStore) => void): void {
  describeOn(isDrawn() ? dialects : ["sqlite"], name, suite);
}

/** For simulations of days, whose few statements have a suite of their own on both stores. */
export const describeOnSqlite = (name: string, suite: (store: FreshStore) => void): void =>
  describeOn(["sqlite"], name, suite);

function describeOn(
  chosen: readonly Store["dialect"][],
  name: string,
  suite: (store: FreshStore) => void,
  isEmpty = false,
): void {
  for (const dialect of chosen) {
    describe(`${name} (${dialect})`, () => {
      let place: StoreSettings;
      const opened: Store[] = [];
      beforeAll(async () => {
        const dataDir = isEmpty ? await mkdtemp(join(tmpdir(), "winnow-store-")) : await storeFolder("store");
        const url = dialect === "postgres" ? await freshDatabase(isEmpty ? "template1" : MIGRATED) : "";
        place = { dataDir, url, connectTimeoutMs: PATIENT_MS };
      });
      afterAll(async () => {
        for (const store of opened) await store.close();
        await rm(place.dataDir, { recursive: true, force: true });
        if (place.url) await dropDatabase(place.url);
      });
      suite({
        dialect,
        settings: () => place,
        async open() {
          const store = await openStore(place);
          opened.push(store);
          return store;
        },
      });
    });
  }
}

/** The address of an unused database in the run's PostgreSQL, without tables unless a template is named. */
export async function freshDatabase(template = "template1"): Promise<string> {
  const name = `suite_${randomUUID().replaceAll("-", "")}`;
  const url = await administer(`create database ${name} template ${template}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** A mutation run creates thousands of them. */
const dropDatabase = (url: string) =>
  administer(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);

async function administer(statement: string): Promise<string> {
  const answer = await fetch(inject("postgresAt"));
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
  return url;
}
