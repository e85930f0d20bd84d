import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from "node:zlib";
import type { Insertable, Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { AnswersTable, Schema } from "../store/schema.ts";
import type { Hold, KeptAnswer, StoredAnswer } from "./types.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Answers that wait to be written: above this the next ones are let go, since a store that lags needs no more load. */
const MOST_WAITING_BYTES = 32 * 2 ** 20;
const ROWS_PER_STATEMENT = 20;

/** Up to here packing takes less time (0.05 ms for 10 kB) than handing it to another thread and back. */
const ON_THE_SPOT = 64 * 1024;

/** As answers are stored: JSON repeats itself, and a fast level takes a fifth of the room. */
export async function packBody(body: Uint8Array): Promise<Uint8Array> {
  const options = { pledgedSrcSize: body.length, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
  return body.length <= ON_THE_SPOT ? zstdCompressSync(body, options) : compress(body, options);
}

/**
 * Keeps answers for the request page and for paging through a long one. Nobody's points depend on them, so they
 * are written behind the request; an answer that is to be replayed is written with its settlement instead.
 */
export class ResultStore {
  readonly #db: Kysely<Schema>;
  readonly #clock: Clock;
  readonly #waiting = new Map<number, { hold: Hold; answer: StoredAnswer; expiresAt: number }>();
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;

  constructor(db: Kysely<Schema>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Takes it where there is room. */
  keep(hold: Hold, answer: StoredAnswer, expiresAt: number): void {
    if (this.#waitingBytes + answer.body.length > MOST_WAITING_BYTES) return;
    this.#waiting.set(Number(hold.id), { hold, answer, expiresAt });
    this.#waitingBytes += answer.body.length;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  async read(requestNo: number): Promise<KeptAnswer | null> {
    const now = this.#clock.now();
    const waiting = this.#waiting.get(requestNo);
    if (waiting) {
      return waiting.expiresAt > now ? { ...waiting.answer, requestId: waiting.hold.requestId } : null;
    }
    const row = await this.#db
      .selectFrom("answers")
      .where("request_no", "=", requestNo)
      .where("expires_at", ">", now)
      .selectAll()
      .executeTakeFirst();
    if (!row) return null;
    const { status, headers, body, request_id } = row;
    return { status, headers: JSON.parse(headers), body: await decompress(body), requestId: request_id };
  }

  /** Resolves when all that was taken is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting.values()].slice(0, ROWS_PER_STATEMENT);
      try {
        const rows = await Promise.all(some.map(toRow));
        await this.#db
          .insertInto("answers")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } catch {
        // Let go: the answer has been sent and charged, and only its copy is lost.
      } finally {
        for (const { hold, answer } of some) {
          this.#waiting.delete(Number(hold.id));
          this.#waitingBytes -= answer.body.length;
        }
      }
    }
  }
}

const toRow = async ({
  hold,
  answer,
  expiresAt,
}: {
  hold: Hold;
  answer: StoredAnswer;
  expiresAt: number;
}): Promise<Insertable<AnswersTable>> => ({
  request_no: Number(hold.id),
  account_id: hold.accountId,
  request_id: hold.requestId,
  status: answer.status,
  headers: JSON.stringify(answer.headers),
  body: await packBody(answer.body),
  expires_at: expiresAt,
});
