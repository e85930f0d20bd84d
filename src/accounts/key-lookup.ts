import { Batcher } from "../base/batcher.ts";
import type { Clock } from "../base/clock.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import { limits } from "../limits/limits.ts";
import type { PostgresStore, SqliteStore, Store } from "../store/open-store.ts";
import { prepared } from "../store/postgres-settings.ts";
import type { Row } from "../store/schema.ts";
import type { Windows } from "../store/shared-windows.ts";
import { openSqlite } from "../store/sqlite-connection.ts";
import { columns } from "../store/tables/index.ts";
import { type AccountColumns, toAccount } from "./account-row.ts";
import { toApiKey } from "./api-key-row.ts";
import { hashSecret, isWellFormed } from "./key-secret.ts";
import { toCaller } from "./practice-account.ts";
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

type KeyRow = Row<"api_keys">;

const foundIn = (hash: string, key: KeyRow, account: AccountColumns): Found => ({
  caller: toCaller(toApiKey(key), toAccount(account)),
  endsAt: key.hash === hash ? null : key.previous_ends_at,
});

/** Every mutable column of a key and its account that a request depends on. */
const changing = `k.revoked_at, k.expires_at, k.spending_cap, k.manages_delivery, k.sources, k.networks, k.usage_context, k.name, k.is_primary, k.hash,
  k.previous_ends_at, k.retain, a.retain, a.plan`;

const REMEMBERED_KEYS = 10_000;

/**
 * Checks every call against the file with one short read on the caller's thread, because a message to another thread takes
 * longer. Reads the whole key and account again only when one of these columns has changed.
 */
function findInSqlite({ path }: SqliteStore): Finder {
  const db = openSqlite(path, { readOnly: true });
  const reading = (column: string) => {
    const statement = db.prepare(
      `select ${changing} from api_keys k join accounts a on a.id = k.account_id where k.${column} = ?`,
    );
    statement.setReturnArrays(true);
    return statement;
  };
  const [readChanging, readPrevious] = [reading("hash"), reading("previous_hash")];
  const readKey = db.prepare("select * from api_keys where hash = ?1 or previous_hash = ?1");
  const readAccount = db.prepare("select * from accounts where id = ?");
  const remembered = new Map<string, { state: unknown[]; found: Found }>();
  return {
    find(hash) {
      const state = (readChanging.get(hash) ?? readPrevious.get(hash)) as unknown as unknown[] | undefined;
      if (!state) return null;
      const known = remembered.get(hash);
      if (known && state.every((value, at) => value === known.state[at])) return known.found;
      const key = readKey.get(hash) as KeyRow | undefined;
      const account = key && (readAccount.get(key.account_id) as Row<"accounts"> | undefined);
      if (!key || !account) return null;
      const found = foundIn(hash, key, account);
      if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
      remembered.set(hash, { state, found });
      return found;
    },
    close: () => db.close(),
  };
}

/** Keys per statement. */
const MAX_TOGETHER = 200;

/** Names its columns: a prepared statement with `*` fails once a newer version has added one. */
const FIND_KEYS = `
  select ${Object.keys(columns.api_keys).map((name) => `k.${name}`)},
    a.plan, a.created_at as account_created_at, a.retain as account_retain
  from api_keys k join accounts a on a.id = k.account_id where k.hash = any($1) or k.previous_hash = any($1)`;

type FoundRow = KeyRow &
  Pick<AccountColumns, "plan"> & {
    account_created_at: AccountColumns["created_at"];
    account_retain: AccountColumns["retain"];
  };

/**
 * Every call queries the store, so that a revoked key stops working everywhere immediately. Calls that arrive during a
 * query share the next one, so that a busy service makes only a few hundred queries a second.
 */
function findInPostgres({ pool, settings }: PostgresStore): Finder {
  async function ask(hashes: string[]): Promise<Map<string, Found>> {
    const query = { ...prepared(settings, "winnow-keys"), text: FIND_KEYS, values: [hashes] };
    const { rows: keys } = await pool.query<FoundRow>(query);
    return new Map(
      keys.flatMap(({ plan, account_created_at: created_at, account_retain: retain, ...key }) => {
        const account = { id: key.account_id, plan, created_at, retain };
        const named = [key.hash, key.previous_hash].filter((hash) => hash !== null);
        return named.map((hash): [string, Found] => [hash, foundIn(hash, key, account)]);
      }),
    );
  }

  const batcher = new Batcher<string, Found | null>(
    async (hashes) => {
      const found = await ask([...new Set(hashes)]);
      return hashes.map((hash) => found.get(hash) ?? null);
    },
    { lanes: 1, max: MAX_TOGETHER, accountOf: (hash) => hash, leftNothing: () => false },
  );
  return { find: (hash) => batcher.run(hash), close() {} };
}
