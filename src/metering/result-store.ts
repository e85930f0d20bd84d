import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { Insertable } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { ON_THE_SPOT, packBody, type ToPack } from "../store/packing.ts";
import type { Schema } from "../store/schema.ts";
import type { Hold, KeptAnswer, StoredAnswer } from "./types.ts";

const decompress = promisify(zstdDecompress);

/** Upper bound of the write queue. Further responses are dropped, since a slow store needs no more load. */
const MOST_WAITING_BYTES = 32 * 2 ** 20;
const ROWS_PER_STATEMENT = 20;

interface Waiting {
  hold: Hold;
  answer: StoredAnswer;
  expiresAt: number;
}

export type ResultStore = ReturnType<typeof createResultStore>;

/**
 * Stores responses for the request page and for paging through a long one. No points depend on them, so they are written in
 * the background. A response that may be replayed is written with its settlement instead.
 */
export function createResultStore(store: Store, clock: Clock) {
  const queue = new Map<number, Waiting>();
  let waitingBytes = 0;
  let writing: Promise<void> | null = null;

  /** Queues it if there is capacity. */
  function keep(hold: Hold, answer: StoredAnswer, expiresAt: number): void {
    if (waitingBytes + answer.body.length > MOST_WAITING_BYTES) return;
    queue.set(Number(hold.id), { hold, answer, expiresAt });
    waitingBytes += answer.body.length;
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  async function read(requestNo: number): Promise<KeptAnswer | null> {
    const now = clock.now();
    const waiting = queue.get(requestNo);
    if (waiting) {
      return waiting.expiresAt > now ? { ...waiting.answer, requestId: waiting.hold.requestId, requestNo } : null;
    }
    const row = await store.db
      .selectFrom("answers")
      .where("request_no", "=", requestNo)
      .where("expires_at", ">", now)
      .selectAll()
      .executeTakeFirst();
    if (!row) return null;
    const { status, headers, body, request_id } = row;
    return { status, headers: JSON.parse(headers), body: await decompress(body), requestId: request_id, requestNo };
  }

  /** Resolves once every queued response is written. */
  const written = async () => await writing;

  async function write(): Promise<void> {
    while (queue.size > 0) {
      const some = [...queue.values()].slice(0, ROWS_PER_STATEMENT);
      try {
        const rows = await Promise.all(some.map((one) => toRow(one, store)));
        await store.db
          .insertInto("answers")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } catch {
        // Dropped: the response has been sent and charged, and only its copy is lost.
      } finally {
        for (const { hold, answer } of some) {
          queue.delete(Number(hold.id));
          waitingBytes -= answer.body.length;
        }
      }
    }
  }

  return { keep, read, written };
}

const toRow = async (
  { hold, answer, expiresAt }: Waiting,
  { dialect }: Store,
): Promise<Insertable<Schema["answers"]>> => ({
  request_no: Number(hold.id),
  account_id: hold.accountId,
  request_id: hold.requestId,
  status: answer.status,
  headers: JSON.stringify(answer.headers),
  body:
    dialect === "sqlite" && answer.body.length <= ON_THE_SPOT ? packedThere(answer.body) : await packBody(answer.body),
  expires_at: expiresAt,
});

const packedThere = (body: Uint8Array): Uint8Array => ({ toPack: body }) satisfies ToPack as unknown as Uint8Array;
