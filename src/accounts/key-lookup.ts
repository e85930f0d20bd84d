import type { Selectable } from "kysely";
import type { Clock } from "../clock.ts";
import type { PostgresStore, SqliteStore, Store } from "../store/open-store.ts";
import type { ApiKeysTable, PeopleTable } from "../store/schema.ts";
import { openSqlite } from "../store/sqlite-connection.ts";
import { toApiKey } from "./api-key-row.ts";
import { hashSecret, isWellFormed } from "./key-secret.ts";
import { toPerson } from "./people.ts";
import type { KeyHolder } from "./types.ts";

export type LookUp = KeyHolder | "key_invalid" | "key_revoked" | "key_expired";

interface Finder {
  find(hash: string): KeyHolder | null | Promise<KeyHolder | null>;
  close(): void;
}

/** From the secret in a header to who is calling. What is not in a key's form never reaches the store. */
export function createKeyLookup(store: Store, clock: Clock) {
  const finder = store.dialect === "sqlite" ? findInSqlite(store) : findInPostgres(store, clock);
  return {
    async lookUpKey(secret: string): Promise<LookUp> {
      if (!isWellFormed(secret)) return "key_invalid";
      const holder = await finder.find(hashSecret(secret));
      if (!holder) return "key_invalid";
      const { revoked_at, expires_at } = holder.key;
      if (revoked_at !== null) return "key_revoked";
      if (expires_at !== null && expires_at <= clock.now()) return "key_expired";
      return holder;
    },
    closeLookup: () => finder.close(),
  };
}

/** All about a key and its person that can change and that a request depends on. */
const changing = `k.revoked_at, k.expires_at, k.spending_cap, k.sources, k.usage_context, k.name, k.is_primary,
  p.plan, p.role, p.email, p.modified_at`;

/**
 * Every call is checked against the file, by one short read on the caller's own thread (a message to another takes
 * longer); the whole of the key and its person is read again only when something about them has changed.
 */
function findInSqlite({ path }: SqliteStore): Finder {
  const db = openSqlite(path, { readOnly: true });
  const readChanging = db.prepare(
    `select ${changing} from api_keys k join people p on p.id = k.account_id where k.hash = ?`,
  );
  readChanging.setReturnArrays(true);
  const readKey = db.prepare("select * from api_keys where hash = ?");
  const readPerson = db.prepare("select * from people where id = ?");
  const remembered = new Map<string, { state: unknown[]; holder: KeyHolder }>();
  return {
    find(hash) {
      const state = readChanging.get(hash) as unknown as unknown[] | undefined;
      if (!state) return null;
      const known = remembered.get(hash);
      if (known && state.every((value, at) => value === known.state[at])) return known.holder;
      const key = readKey.get(hash) as Selectable<ApiKeysTable> | undefined;
      const person = key && (readPerson.get(key.account_id) as Selectable<PeopleTable> | undefined);
      if (!key || !person) return null;
      const holder = { key: toApiKey(key), person: toPerson(person) };
      if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
      remembered.set(hash, { state, holder });
      return holder;
    },
    close: () => db.close(),
  };
}

const REMEMBERED_MS = 2_000;
const REMEMBERED_KEYS = 10_000;

/**
 * A key that was found is remembered for a moment: admission looks at it again under the account's lock. One that
 * was not found is asked for each time, so that a key made elsewhere works at once.
 */
function findInPostgres({ db }: PostgresStore, clock: Clock): Finder {
  const remembered = new Map<string, { holder: KeyHolder; until: number }>();
  return {
    async find(hash) {
      const now = clock.now();
      const known = remembered.get(hash);
      if (known && known.until > now) return known.holder;
      const key = await db.selectFrom("api_keys").where("hash", "=", hash).selectAll().executeTakeFirst();
      if (!key) return null;
      const person = await db.selectFrom("people").where("id", "=", key.account_id).selectAll().executeTakeFirst();
      if (!person) return null;
      const holder = { key: toApiKey(key), person: toPerson(person) };
      if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
      remembered.set(hash, { holder, until: now + REMEMBERED_MS });
      return holder;
    },
    close: () => remembered.clear(),
  };
}
