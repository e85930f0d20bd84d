import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { factHeaders, factsFrom, type WholeFacts, wholeFacts } from "../contract/answer-facts.ts";
import { isSpoilt } from "../metering/spoilt-answers.ts";
import { packBody, unpackBody } from "../store/packing.ts";
import { putRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { type OperationCall, type ReusedAnswer, reuseOf } from "./operation-call.ts";
import { type OriginOf, questionKey } from "./question.ts";

/** An empty result may be a transient fault of the site, so it is not cached for long. */
const EMPTY_SECONDS = 300;
const MAX_PER_SOURCE = 2_000;
const MAX_BYTES = 512 * 1024;
/** How many of the oldest entries are evicted together. */
const STEP = 100;

/** A response with its facts. */
export interface GoodAnswer {
  body: Uint8Array;
  results: number;
  facts: WholeFacts;
  /** The site's responses, if the caller requested evidence. */
  warc: Uint8Array | null;
  /** The account's own earlier request that it is the answer to. */
  from?: ReusedAnswer;
}

export type CachedCall = Pick<OperationCall, "entry" | "request" | "options">;

export type LookupCache = ReturnType<typeof createLookupCache>;

interface Dependencies {
  db: Kysely<Schema>;
  clock: Clock;
  originOf: OriginOf;
  maxPerSource?: number;
}

/** Responses of operations with cache terms, shared by all processes of a store. */
export function createLookupCache(dependencies: Dependencies) {
  const { db, clock, originOf, maxPerSource = MAX_PER_SOURCE } = dependencies;

  const keyOf = ({ entry, request }: CachedCall): string => {
    const ignored = entry.operation.cache?.ignoreCase ?? [];
    return questionKey(entry, request, originOf, (value, field) => normalised(value, ignored.includes(field)));
  };

  /** A response that satisfies this call, with its age; null if the site must be called. */
  async function find(call: CachedCall): Promise<GoodAnswer | null> {
    const { entry, options } = call;
    const { lookupAge } = reuseOf(options);
    if (!entry.operation.cache || lookupAge === 0) return null;
    const now = clock.now();
    const row = await db
      .selectFrom("lookup_answers")
      .where("key", "=", keyOf(call))
      .where("expires_at", ">", now)
      .where(({ not }) => not(isSpoilt(entry.operation.path, sql.ref("lookup_answers.asked_at"))))
      .selectAll()
      .executeTakeFirst();
    if (!row || (options.evidence && row.warc === null)) return null;
    const age = Math.max(0, Math.floor((now - row.asked_at) / 1000));
    if (age > lookupAge) return null;
    const facts = { ...wholeFacts(factsFrom(JSON.parse(row.headers))), age };
    return { body: await unpackBody(row.body), results: row.results, facts, warc: row.warc };
  }

  async function keep(call: CachedCall, { body, results, facts, warc }: GoodAnswer): Promise<void> {
    const { operation, source } = call.entry;
    const isDoubtful = facts.warnings.some((code) => code.startsWith("drift:"));
    if (!operation.cache || !reuseOf(call.options).isGiven || isDoubtful) return;
    const packed = await packBody(body);
    if (packed.length + (warc?.length ?? 0) > MAX_BYTES) return;
    const asked_at = clock.now();
    const seconds = results === 0 ? Math.min(EMPTY_SECONDS, operation.cache.seconds) : operation.cache.seconds;
    const row = {
      source: source.name,
      headers: JSON.stringify(factHeaders(facts)),
      body: packed,
      results,
      warc,
      asked_at,
      expires_at: asked_at + seconds * 1000,
    };
    await putRow(db, "lookup_answers", { key: keyOf(call) }, row);
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
          .offset(maxPerSource)
          .limit(STEP)
          .select("key"),
      )
      .execute();
  }

  return { find, keep };
}

/** Texts that look the same are the same: NFC, single spaces, trimmed. */
function normalised(value: unknown, ignoreCase: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, ignoreCase));
  if (typeof value !== "string") return value;
  const text = value.normalize("NFC").trim().replaceAll(/\s+/g, " ");
  return ignoreCase ? text.toLowerCase() : text;
}
