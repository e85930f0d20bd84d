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

/**
 * Stores responses for the request page and for paging through a long one. No points depend on them, so they are written in
 * the background. A response that may be replayed is written with its settlement instead.
 */
export class ResultStore {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #waiting = new Map<number, Waiting>();
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Queues it if there is capacity. */
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
    const row = await this.#store.db
      .selectFrom("answers")
      .where("request_no", "=", requestNo)
      .where("expires_at", ">", now)
      .selectAll()
      .executeTakeFirst();
    if (!row) return null;
    const { status, headers, body, request_id } = row;
    return { status, headers: JSON.parse(headers), body: await decompress(body), requestId: request_id };
  }

  /** Resolves once every queued response is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting.values()].slice(0, ROWS_PER_STATEMENT);
      try {
        const rows = await Promise.all(some.map((one) => toRow(one, this.#store)));
        await this.#store.db
          .insertInto("answers")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } catch {
        // Dropped: the response has been sent and charged, and only its copy is lost.
      } finally {
        for (const { hold, answer } of some) {
          this.#waiting.delete(Number(hold.id));
          this.#waitingBytes -= answer.body.length;
        }
      }
    }
  }
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
