import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { FairTurns } from "../base/fair-turns.ts";
import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { Shares } from "../limits/shares.ts";
import type { Schema } from "../store/schema.ts";
import { makeTable, type Table } from "./make-table.ts";
import { contentName, type StoredPage, type StoredRows } from "./stored-rows.ts";

export type TableFiles = ReturnType<typeof createTableFiles>;

/** Files of stored records in formats that take long to write: each is made once and kept, and accounts take turns, slice by slice. */
export function createTableFiles(db: Kysely<Schema>, clock: Clock) {
  const kept = createMadeFiles(db, clock);
  const turns = new FairTurns();
  const shares = new Shares(limits.filesInTheMaking.max);
  const opening = new Map<string, Promise<MadeFile>>();

  async function findOrMake(facts: FileFacts, table: Table): Promise<MadeFile> {
    const found = await kept.find(facts);
    if (found) return found;
    const leave = shares.enter([facts.accountId]);
    if (!leave) throw tooMany();
    try {
      return await kept.keep(
        facts,
        makeTable(table, (size, work) => turns.run(facts.accountId, size, work)),
      );
    } finally {
      leave();
    }
  }

  return {
    /** The file of these records. Those who want the same one at once share it. */
    async open(stored: StoredRows, page: StoredPage, table: Table): Promise<MadeFile> {
      if (page.count > limits.tableRows.max) throw tooManyRows();
      const content = contentName(stored, page, [table.format, table.columns]);
      const begun = opening.get(content);
      if (begun) return begun;
      const opened = findOrMake({ ...stored.origin, content }, table);
      opening.set(content, opened);
      return opened.finally(() => opening.delete(content));
    },
  };
}

const tooManyRows = (): WinnowError =>
  new WinnowError(
    "bad_request",
    `A file of this format has at most ${limits.tableRows.max} rows. Use csv or ndjson, or page with limit and cursor.`,
  );

const tooMany = (): WinnowError =>
  new WinnowError(
    "rate_limited",
    `At most ${limits.filesInTheMaking.max} files are made for one account at once. Use csv or ndjson, or wait.`,
    { headers: { "retry-after": "5" } },
  );

/** Whose a file is, what is in it, and until when its records are stored. */
interface FileFacts {
  accountId: string;
  /** A name of the content that no other content has. */
  content: string;
  expiresAt: number;
}

/** A stored file, read in small pieces. */
interface MadeFile {
  /** Names these bytes: a file that is made again gets another one. */
  id: string;
  size: number;
  /** The bytes from `start` up to `end`, which is not in it; by default all. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** Every part but the last has this size. */
const PART_BYTES = 64 * 1024;

/** Stores files that took time to make, as long as the records that they were made of. */
export function createMadeFiles(db: Kysely<Schema>, clock: Clock) {
  async function* read(file: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let part = Math.floor(start / PART_BYTES); part * PART_BYTES < end; part++) {
      const row = await db
        .selectFrom("made_files")
        .where("file", "=", file)
        .where("part", "=", part)
        .select("body")
        .executeTakeFirst();
      if (!row) throw new Error("a stored file ended early");
      const at = part * PART_BYTES;
      yield row.body.subarray(Math.max(0, start - at), end - at);
    }
  }

  const madeFile = (id: string, size: number): MadeFile => ({
    id,
    size,
    read: (start = 0, end = size) => read(id, start, end),
  });

  /** Deletes the oldest files of an account beyond the limit, but never the newest: somebody waits for it. */
  async function deleteOldest(accountId: string): Promise<void> {
    const files = await db
      .selectFrom("made_files")
      .where("account_id", "=", accountId)
      .where("part", "=", 0)
      .orderBy("made_at", "desc")
      .select(["file", "parts"])
      .execute();
    let kept = files[0]?.parts ?? 0;
    for (const { file, parts } of files.slice(1)) {
      kept += parts;
      if (kept > limits.filePartsKept.max) await db.deleteFrom("made_files").where("file", "=", file).execute();
    }
  }

  return {
    async find({ accountId, content }: FileFacts): Promise<MadeFile | null> {
      const row = await db
        .selectFrom("made_files as first")
        .innerJoin("made_files as last", (join) =>
          join.onRef("last.file", "=", "first.file").on("last.part", "=", sql<number>`first.parts - 1`),
        )
        .where("first.content", "=", content)
        .where("first.account_id", "=", accountId)
        .where("first.part", "=", 0)
        .where("first.expires_at", ">", clock.now())
        // Two processes may have made it at once: readers of its parts get the same one each time.
        .orderBy("first.made_at")
        .orderBy("first.file")
        .select(["first.file", "first.parts", sql<number>`length(last.body)`.as("rest")])
        .executeTakeFirst();
      return row ? madeFile(row.file, (row.parts - 1) * PART_BYTES + Number(row.rest)) : null;
    },

    /** Stores a file as it is made. */
    async keep({ accountId, content, expiresAt }: FileFacts, bytes: AsyncIterable<Uint8Array>): Promise<MadeFile> {
      const file = randomUUID();
      const row = { file, content, account_id: accountId, made_at: clock.now(), expires_at: expiresAt };
      const put = (part: number, parts: number, body: Uint8Array) =>
        db
          .insertInto("made_files")
          .values({ ...row, part, parts, body })
          .execute();
      let first: Uint8Array | undefined;
      let [parts, size] = [0, 0];
      try {
        for await (const body of inParts(bytes)) {
          if (first) await put(parts, 0, body);
          else first = body;
          parts += 1;
          size += body.length;
        }
        // The first part comes last, with the number of all: a file whose first part is there is complete.
        await put(0, parts, first!);
      } catch (error) {
        await db.deleteFrom("made_files").where("file", "=", file).execute();
        throw error;
      }
      await deleteOldest(accountId);
      return madeFile(file, size);
    },
  };
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const some of bytes) {
    rest = Buffer.concat([rest, some]);
    for (; rest.length > PART_BYTES; rest = rest.subarray(PART_BYTES)) yield rest.subarray(0, PART_BYTES);
  }
  yield rest;
}
