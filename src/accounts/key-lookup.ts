import { Batcher } from "../base/batcher.ts";
import type { Clock } from "../base/clock.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import { limits } from "../limits/limits.ts";
import type { PostgresStore, SqliteStore, Store } from "../store/open-store.ts";
import { prepared } from "../store/postgres-settings.ts";
import type { Windows } from "../store/shared-windows.ts";
import { openSqlite } from "../store/sqlite-connection.ts";
import { type CallerRow, callerOf, SELECT_CALLERS } from "./callers.ts";
import { hashSecret, isWellFormed } from "./key-secret.ts";
import type { Caller } from "./types.ts";

const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Counts wrong keys per network. Above a number per minute, keys from that network are no longer looked up, so that
 * guessing costs the store nothing. A key that worked before still works: a neighbour's mistake does not stop a customer.
 */
export function createBadKeys(clock: Clock, windows: Windows) {
  const good = new Set<string>();

  return {
    /** Seconds to wait, or 0 if the key may be looked up. */
    wait(network: string, hash: string): number {
      if (windows.used(name(network), WINDOW_MS) < limits.wrongKeys.max || good.has(hash)) return 0;
      return Math.max(1, Math.ceil((WINDOW_MS - (clock.now() % WINDOW_MS)) / 1000));
    },

    bad(network: string, hash: string): void {
      good.delete(hash);
      windows.use(name(network), WINDOW_MS);
    },

    good(hash: string): void {
      if (good.has(hash)) return;
      if (good.size >= REMEMBERED) good.clear();
      good.add(hash);
    },
  };
}

const name = (network: string): string => `wrong keys ${network}`;

export type LookUp = Caller | "key_invalid" | "key_revoked" | "key_expired" | { retryAfter: number };

interface Found {
  caller: Caller;
  /** For a secret replaced by a rotation: when it stops working. */
  endsAt: number | null;
}

interface Finder {
  find(hash: string): Found | null | Promise<Found | null>;
  close(): void;
}

/** Resolves the secret in a header to its caller. Text that is not in a key's format never reaches the store. */
export function createKeyLookup(store: Store, clock: Clock, windows: Windows) {
  const finder = store.dialect === "sqlite" ? findInSqlite(store) : findInPostgres(store);
  const badKeys = createBadKeys(clock, windows);

  async function lookUp(hash: string): Promise<Exclude<LookUp, { retryAfter: number }>> {
    const found = await finder.find(hash);
    if (!found) return "key_invalid";
    const { revoked_at, expires_at } = found.caller.key;
    if (revoked_at !== null) return "key_revoked";
    const ends = [expires_at, found.endsAt].filter((at) => at !== null);
    return ends.some((at) => at <= clock.now()) ? "key_expired" : found.caller;
  }

  return {
    /** Returns the caller with this secret, whose hash may be given. Counts wrong secrets for the client's address. */
    async lookUpKey(secret: string, address = "", hash = hashSecret(secret)): Promise<LookUp> {
      // Text that is not in a key's format costs nothing, and is not counted.
      if (!isWellFormed(secret)) return "key_invalid";
      const network = addressNetwork(address);
      const retryAfter = badKeys.wait(network, hash);
      if (retryAfter > 0) return { retryAfter };
      const found = await lookUp(hash);
      if (typeof found === "string") badKeys.bad(network, hash);
      else badKeys.good(hash);
      return found;
    },
    /** Returns the owner of a secret even if the key is revoked or expired; null for an unknown secret. */
    async ownerOf(secret: string): Promise<Caller | null> {
      const found = isWellFormed(secret) ? await finder.find(hashSecret(secret)) : null;
      return found?.caller ?? null;
    },
    closeLookup: () => finder.close(),
  };
}

const foundIn = (hash: string, row: CallerRow): Found => ({
  caller: callerOf(row),
  endsAt: row.hash === hash ? null : row.previous_ends_at,
});

/** One short read of the file on the caller's thread, because a message to another thread takes longer. */
function findInSqlite({ path }: SqliteStore): Finder {
  const db = openSqlite(path, { readOnly: true });
  const [now, before] = ["hash", "previous_hash"].map((column) =>
    db.prepare(`${SELECT_CALLERS} where k.${column} = ?`),
  );
  return {
    find(hash) {
      const row = now!.get(hash) ?? before!.get(hash);
      return row ? foundIn(hash, row as unknown as CallerRow) : null;
    },
    close: () => db.close(),
  };
}

/** Keys per statement. */
const MAX_TOGETHER = 200;

/**
 * Every call queries the store, so that a revoked key stops working everywhere immediately. Calls that arrive during a
 * query share the next one, so that a busy service makes only a few hundred queries a second.
 */
function findInPostgres({ pool, settings }: PostgresStore): Finder {
  const text = `${SELECT_CALLERS} where k.hash = any($1) or k.previous_hash = any($1)`;
  const batcher = new Batcher<string, Found | null>(
    async (hashes) => {
      const query = { ...prepared(settings, "winnow-keys"), text, values: [[...new Set(hashes)]] };
      const { rows } = await pool.query<CallerRow>(query);
      const byHash = new Map(rows.flatMap((row) => [row.hash, row.previous_hash].map((hash) => [hash, row] as const)));
      return hashes.map((hash) => {
        const row = byHash.get(hash);
        return row ? foundIn(hash, row) : null;
      });
    },
    { lanes: 1, max: MAX_TOGETHER, accountOf: (hash) => hash, leftNothing: () => false },
  );
  return { find: (hash) => batcher.run(hash), close() {} };
}
