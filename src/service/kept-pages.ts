import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { createTokenBucket } from "../base/token-bucket.ts";
import { runInPool } from "../base/worker-pool.ts";
import type { RawRecording } from "../extraction/recording/recording.ts";
import type { Extraction } from "../extraction/types.ts";
import type { Hold } from "../metering/types.ts";
import type { Schema } from "../store/schema.ts";
import type { OperationCall } from "./operation-call.ts";

const KEPT_MS = 86_400_000;
/** Pages that wait to be packed, as they arrived. While there are as many, none are taken: a busy service has calls to serve. */
const MAX_WAITING_BYTES = 4 * 2 ** 20;
/** A page takes as long to pack as a call takes to serve, so a busy service keeps a part of its pages. */
const PAGES_A_SECOND = 5;
const PAGES_AT_ONCE = 100;
/** How often the oldest pages make room, in pages. */
const PAGES_A_TRIM = 50;

const WORKER = new URL("./pack-pages-worker.ts", import.meta.url);

type PagedCall = Pick<OperationCall, "entry">;

interface Waiting {
  row: { request_no: number; account_id: string; request_id: string; source: string };
  recording: RawRecording;
  bytes: number;
}

interface Deps {
  db: Kysely<Schema>;
  clock: Clock;
  /** Of all pages of one source; 0 keeps none. */
  maxBytes: number;
  onError(error: unknown): void;
}

export type KeptPages = ReturnType<typeof createKeptPages>;

/**
 * Keeps the pages behind delivered answers for a day, so that wrong records can be read again. They are packed and written
 * after the answer is sent, one at a time, in a thread that gives way to calls.
 */
export function createKeptPages({ db, clock, maxBytes, onError }: Deps) {
  const queue: Waiting[] = [];
  let waitingBytes = 0;
  let working: Promise<void> | null = null;
  let untrimmed = 0;
  const taken = createTokenBucket({ perSecond: PAGES_A_SECOND, max: PAGES_AT_ONCE, now: () => clock.now() });

  async function store({ row, recording }: Waiting): Promise<void> {
    const pages = Buffer.from(await runInPool<Uint8Array>(WORKER, recording));
    await db
      .insertInto("kept_pages")
      .values({ ...row, pages, size: pages.length, expires_at: clock.now() + KEPT_MS })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    untrimmed++;
    if (untrimmed >= PAGES_A_TRIM || queue.length === 0) await trim(row.source);
  }

  /** Deletes a source's oldest pages if it has too many bytes. Those of recalled calls expire last, so they go last. */
  async function trim(source: string): Promise<void> {
    untrimmed = 0;
    const own = db.selectFrom("kept_pages").where("source", "=", source);
    const running = sql<number>`sum(size) over (order by expires_at desc, request_no desc)`.as("total");
    const surplus = db
      .selectFrom(own.select(["request_no", running]).as("summed"))
      .where("total", ">", maxBytes)
      .select("request_no");
    await db.deleteFrom("kept_pages").where("request_no", "in", surplus).execute();
  }

  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await store(next).catch(onError);
      waitingBytes -= next.bytes;
    }
  }

  /** Resolves when everything that waits is written. */
  async function written(): Promise<void> {
    await working;
  }

  return {
    /** Whether a call's pages are to be kept. */
    wants: (): boolean => maxBytes > 0 && waitingBytes < MAX_WAITING_BYTES && taken.take(),

    /** Takes the pages of a settled call. Nothing waits for them, and nothing depends on them. */
    keep({ entry: { source } }: PagedCall, hold: Hold, { pages }: Extraction): void {
      if (!pages) return;
      const recording = pages.raw();
      const bytes = recording.exchanges.reduce((sum, { body }) => sum + body.byteLength, 0);
      // Half a recording cannot be read again.
      if (recording.truncated || waitingBytes >= MAX_WAITING_BYTES) return;
      const row = { account_id: hold.accountId, request_id: hold.requestId, source: source.name };
      queue.push({ row: { request_no: Number(hold.id), ...row }, recording, bytes });
      waitingBytes += bytes;
      working ??= work().finally(() => {
        working = null;
      });
    },

    written,
    [Symbol.asyncDispose]: written,
  };
}
