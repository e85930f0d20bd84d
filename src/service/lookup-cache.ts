import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { AnswerFacts } from "../contract/findings.ts";
import { packBody } from "../store/packing.ts";
import type { Schema } from "../store/schema.ts";
import { factHeaders, factsFrom } from "./answer-facts.ts";
import type { OperationCall } from "./operation-call.ts";
import type { Entry } from "./registry.ts";

const unpack = promisify(zstdDecompress);

/** That nothing was found may be the site's bad minute: it is not believed for long. */
const EMPTY_SECONDS = 300;
const MOST_PER_SOURCE = 2_000;
const MOST_BYTES = 512 * 1024;
/** How many of the oldest go at once where there are too many. */
const STEP = 100;

/** An answer with all that it says about itself. */
export interface GoodAnswer {
  body: Uint8Array;
  results: number;
  facts: AnswerFacts;
  /** What the site answered, where the caller asked to keep it. */
  warc: Uint8Array | null;
}

export type CachedCall = Pick<OperationCall, "entry" | "request" | "cache" | "keepEvidence">;

/** Answers of operations that have cache terms, shared by all processes of a store. */
export interface LookupCache {
  /** An answer that will do for this call, with its age; null where the site must be asked. */
  find(call: CachedCall): Promise<GoodAnswer | null>;
  keep(call: CachedCall, answer: GoodAnswer): Promise<void>;
  /** The next who asks the same asks the site. */
  forget(call: CachedCall): Promise<void>;
}

type OriginOf = (source: string, name: string) => string;

interface Dependencies {
  db: Kysely<Schema>;
  clock: Clock;
  originOf(source: string, name: string): string;
  isStandIn?(source: string): boolean;
  mostPerSource?: number;
}

export function createLookupCache(dependencies: Dependencies): LookupCache {
  const { db, clock, originOf, isStandIn = () => false, mostPerSource = MOST_PER_SOURCE } = dependencies;

  /** Each process serves its stand-ins on ports of its own; they say the same, but for the addresses in it. */
  const nameOf = (source: string, name: string): string =>
    isStandIn(source) ? `stand-in://${name}` : originOf(source, name);
  const keyOf = ({ entry, request }: CachedCall): string => cacheKey(entry, request, nameOf);

  function readdressed(body: Uint8Array, { source }: Entry, from: OriginOf, to: OriginOf): Uint8Array {
    if (!isStandIn(source.name)) return body;
    const names = Object.keys(source.origins);
    const text = names.reduce(
      (text, name) => text.replaceAll(`${from(source.name, name)}/`, `${to(source.name, name)}/`),
      Buffer.from(body).toString(),
    );
    return Buffer.from(text);
  }

  async function find(call: CachedCall): Promise<GoodAnswer | null> {
    const { cache, entry, keepEvidence } = call;
    if (!entry.operation.cache || cache?.maxAge === 0) return null;
    const now = clock.now();
    const row = await db
      .selectFrom("lookup_answers")
      .where("key", "=", keyOf(call))
      .where("expires_at", ">", now)
      .selectAll()
      .executeTakeFirst();
    if (!row || (keepEvidence && row.warc === null)) return null;
    const age = Math.max(0, Math.floor((now - row.asked_at) / 1000));
    if (age > (cache?.maxAge ?? Number.POSITIVE_INFINITY)) return null;
    const facts = { ...factsFrom(JSON.parse(row.headers)), age };
    const body = readdressed(await unpack(row.body), entry, nameOf, originOf);
    return { body, results: row.results, facts, warc: row.warc };
  }

  async function keep(call: CachedCall, { body, results, facts, warc }: GoodAnswer): Promise<void> {
    const { operation, source } = call.entry;
    if (!operation.cache || call.cache?.store === false) return;
    const packed = await packBody(readdressed(body, call.entry, originOf, nameOf));
    if (packed.length + (warc?.length ?? 0) > MOST_BYTES) return;
    const asked_at = clock.now();
    const seconds = results === 0 ? Math.min(EMPTY_SECONDS, operation.cache.seconds) : operation.cache.seconds;
    const row = {
      ...{ headers: JSON.stringify(factHeaders(facts)), body: packed, results, warc },
      ...{ asked_at, expires_at: asked_at + seconds * 1000 },
    };
    await db
      .insertInto("lookup_answers")
      .values({ key: keyOf(call), source: source.name, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
    await dropOldest(source.name);
  }

  async function dropOldest(source: string): Promise<void> {
    await db
      .deleteFrom("lookup_answers")
      .where("key", "in", (old) =>
        old
          .selectFrom("lookup_answers")
          .where("source", "=", source)
          .orderBy("asked_at", "desc")
          .offset(mostPerSource)
          .limit(STEP)
          .select("key"),
      )
      .execute();
  }

  return {
    find,
    keep,
    async forget(call) {
      if (call.entry.operation.cache) await db.deleteFrom("lookup_answers").where("key", "=", keyOf(call)).execute();
    },
  };
}

/**
 * What was asked, of which site, in which form of the records: a source that is pointed elsewhere, or a release whose
 * records look different, is not given what was kept before.
 */
function cacheKey({ source, operation }: Entry, request: Record<string, unknown>, originOf: OriginOf): string {
  const origins = Object.keys(source.origins).map((name) => originOf(source.name, name));
  const asked = Object.entries(request)
    .filter(([name]) => name !== "timeout")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, normalised(value, operation.cache?.ignoreCase.includes(name) ?? false)]);
  const parts = [operation.path, origins, operation.record, asked];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Texts that look the same are the same: composed letters, single blanks, none at the ends. */
function normalised(value: unknown, ignoreCase: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, ignoreCase));
  if (typeof value !== "string") return value;
  const text = value.normalize("NFC").trim().replaceAll(/\s+/g, " ");
  return ignoreCase ? text.toLowerCase() : text;
}
