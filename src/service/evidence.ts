import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import type { CallOptions } from "../contract/call-options.ts";
import { createRecorder, type Recorder } from "../extraction/recording/recorder.ts";
import { writeWarc } from "../extraction/recording/warc.ts";
import { limits } from "../limits/limits.ts";
import { among } from "../metering/history-filter.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import type { Entry } from "./registry.ts";

/** How long a site's responses are kept for the caller who requested them. */
const KEPT_MS = 7 * 86_400_000;

/** What evidence needs of a call. */
export interface EvidentCall {
  entry: Pick<Entry, "source" | "operation">;
  request: Record<string, unknown>;
  caller: Caller;
  state: { readonly requestId: string };
  options: CallOptions;
}

interface Dependencies {
  db: Kysely<Schema>;
  clock: Clock;
  originOf(source: string, name: string): string;
  shownAt?(source: string): string | null;
}

/** A WARC from its beginning, in small pieces. */
export type Pieces = () => AsyncIterable<Uint8Array>;

export type Evidence = ReturnType<typeof createEvidence>;

export function createEvidence({ db, clock, originOf, shownAt = () => null }: Dependencies) {
  /** Calls that only warn leave half of the limit to those whose caller asked. */
  async function hasAllItMay(accountId: string, isAsked: boolean): Promise<boolean> {
    const max = isAsked ? limits.evidenceKept.max : limits.evidenceKept.max / 2;
    const kept = await db
      .selectFrom("evidence")
      .where("account_id", "=", accountId)
      .where("expires_at", ">", clock.now())
      .limit(max)
      .select("request_id")
      .execute();
    return kept.length >= max;
  }

  return {
    /** Records the exchanges of a call. */
    recorder({ entry: { source, operation }, request }: EvidentCall): Recorder {
      const origins = Object.keys(source.origins).map((name) => [name, originOf(source.name, name)]);
      const about = { source: source.name, operation: operation.path, request, shownAt: shownAt(source.name) };
      return createRecorder({ ...about, origins: Object.fromEntries(origins) }, () => clock.now());
    },
    /**
     * Stores the recording, or the one cached with the response, for the call's account. Null if the existing one may not be
     * replaced or the account is at its limit.
     */
    async keep(
      { entry: { source }, caller: { account, key }, state, options }: EvidentCall,
      heard: Recorder | Uint8Array,
    ): Promise<Uint8Array | null> {
      if (await hasAllItMay(account.id, options.evidence === "keep")) return null;
      const warc = heard instanceof Uint8Array ? heard : await writeWarc(heard.recording());
      const row = { source: source.name, warc, expires_at: clock.now() + KEPT_MS };
      const { sources } = key;
      const insert = db
        .insertInto("evidence")
        .values({ account_id: account.id, request_id: state.requestId, ...row })
        // A caller may reuse a request id: the last one counts, unless its key may not read the existing one.
        .onConflict((conflict) => {
          const replaced = conflict.columns(["account_id", "request_id"]).doUpdateSet(row);
          return sources ? replaced.where(among("evidence.source", sources)) : replaced;
        });
      return (await changesRow(insert)) ? warc : null;
    },
    /** The WARC of a request, for its account and a key of these sources (null: all); null if there is none. */
    async find(accountId: string, requestId: string, sources: string[] | null): Promise<Pieces | null> {
      const stored = db.selectFrom("evidence").where("account_id", "=", accountId).where("request_id", "=", requestId);
      let query = stored.where("expires_at", ">", clock.now());
      if (sources) query = query.where(among("source", sources));
      const row = await query.select(["expires_at", sql<number>`length(warc)`.as("size")]).executeTakeFirst();
      // One that replaces it ends later.
      return row ? () => pieces(stored.where("expires_at", "=", row.expires_at), Number(row.size)) : null;
    },
  };
}

const PIECE_BYTES = 256 * 1024;

async function* pieces(row: SelectQueryBuilder<Schema, "evidence", object>, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const piece = sql<Uint8Array>`substr(warc, ${at + 1}, ${PIECE_BYTES})`.as("piece");
    const read = await row.select(piece).executeTakeFirst();
    if (!read) throw new Error("stored evidence ended early");
    yield read.piece;
  }
}
