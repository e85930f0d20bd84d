import { buffer } from "node:stream/consumers";
import { type Insertable, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { answerFacts } from "../contract/answer-facts.ts";
import type { Store } from "../store/open-store.ts";
import { ON_THE_SPOT, PIECE_BYTES, packBody, type ToPack, unpackParts } from "../store/packing.ts";
import type { Schema } from "../store/schema.ts";
import type { Hold, KeptAnswer, OpenAnswer, StoredAnswer } from "./types.ts";

/** How long responses are stored. */
export const STORED_MS = 7 * 86_400_000;

/** Upper bound of the write queue. Further responses are dropped, since a slow store needs no more load. */
const MAX_WAITING_BYTES = 32 * 2 ** 20;
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
    if (waitingBytes + answer.body.length > MAX_WAITING_BYTES) return;
    queue.set(Number(hold.id), { hold, answer, expiresAt });
    waitingBytes += answer.body.length;
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  /** A stored response whose body is read piece by piece, as often as needed. */
  async function open(requestNo: number): Promise<OpenAnswer | null> {
    const now = clock.now();
    const waiting = queue.get(requestNo);
    if (waiting) {
      const { answer, hold, expiresAt } = waiting;
      const { body, ...rest } = answer;
      const { requestId, accountId } = hold;
      return expiresAt > now
        ? { ...rest, requestNo, requestId, accountId, expiresAt, pieces: () => slices(body, PIECE_BYTES) }
        : null;
    }
    const stored = store.db.selectFrom("answers").where("request_no", "=", requestNo);
    const row = await stored
      .where("expires_at", ">", now)
      .select(["status", "headers", "request_id as requestId", "account_id as accountId", "expires_at as expiresAt"])
      .select([pieceAt(0).as("first"), sql<number>`length(body)`.as("size")])
      .select(({ selectFrom }) => selectFrom("requests").where("no", "=", requestNo).select("recalled").as("recalled"))
      .executeTakeFirst();
    if (!row) return null;
    const { headers, recalled, size, first: beginning, ...rest } = row;
    let first: Uint8Array | null = beginning;
    const read = async (offset: number): Promise<Uint8Array> => {
      const known = offset === 0 ? first : null;
      // Only the first reading starts with what is already here.
      first = null;
      return known ?? (await stored.select(pieceAt(offset).as("piece")).executeTakeFirst())?.piece ?? NOTHING;
    };
    const pieces = () => unpackParts(Number(size), read);
    const facts = recalled === null ? {} : { [answerFacts.recalled.header]: String(recalled) };
    return { ...rest, requestNo, headers: { ...JSON.parse(headers), ...facts }, pieces };
  }

  /** The same with its whole body. */
  async function read(requestNo: number): Promise<KeptAnswer | null> {
    const answer = await open(requestNo);
    if (!answer) return null;
    const { pieces, ...rest } = answer;
    return { ...rest, body: await buffer(pieces()) };
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

  return { keep, open, read, written };
}

const NOTHING = new Uint8Array();

/** Some bytes of a packed body. */
const pieceAt = (offset: number) => sql<Uint8Array>`substr(body, ${offset + 1}, ${PIECE_BYTES})`;

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

/** Bytes in pieces of this size, without copying them. */
export async function* slices(bytes: Uint8Array, size: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  }
}
