import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { slices } from "../base/slices.ts";
import { limits } from "../limits/limits.ts";
import type { Schema } from "../store/schema.ts";

/** Whose a file is, what is in it, and until when its records are stored. */
export interface FileFacts {
  accountId: string;
  /** A name of the content that no other content has. */
  content: string;
  expiresAt: number;
}

/** The bytes of a file from its beginning, in small pieces. */
export type Pieces = () => AsyncIterable<Uint8Array>;

const PART_BYTES = 64 * 1024;

/** Stores files that took time to make, as long as the records that they were made of. */
export function createMadeFiles(db: Kysely<Schema>, clock: Clock) {
  async function* read(file: string, parts: number): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < parts; part++) {
      const row = await db
        .selectFrom("made_files")
        .where("file", "=", file)
        .where("part", "=", part)
        .select("body")
        .executeTakeFirst();
      if (!row) throw new Error("a stored file ended early");
      yield row.body;
    }
  }

  /** Deletes the oldest files of an account beyond the limit. */
  async function deleteOldest(accountId: string): Promise<void> {
    const files = await db
      .selectFrom("made_files")
      .where("account_id", "=", accountId)
      .where("part", "=", 0)
      .orderBy("made_at", "desc")
      .select(["file", "parts"])
      .execute();
    let kept = 0;
    for (const { file, parts } of files) {
      kept += parts;
      if (kept > limits.filePartsKept.max) await db.deleteFrom("made_files").where("file", "=", file).execute();
    }
  }

  return {
    async find({ accountId, content }: FileFacts): Promise<Pieces | null> {
      const row = await db
        .selectFrom("made_files")
        .where("content", "=", content)
        .where("account_id", "=", accountId)
        .where("part", "=", 0)
        .where("expires_at", ">", clock.now())
        .select(["file", "parts"])
        .executeTakeFirst();
      return row ? () => read(row.file, row.parts) : null;
    },

    /** Stores a file. One that an account may not keep stays in memory, for those who wait for it. */
    async keep({ accountId, content, expiresAt }: FileFacts, bytes: Uint8Array): Promise<Pieces> {
      const parts = Math.ceil(bytes.length / PART_BYTES);
      if (parts > limits.filePartsKept.max || expiresAt <= clock.now()) return () => slices(bytes, PART_BYTES);
      const file = randomUUID();
      const row = { file, parts, content, account_id: accountId, made_at: clock.now(), expires_at: expiresAt };
      // The first part comes last: a file whose first part is there is complete.
      for (let part = parts - 1; part >= 0; part--) {
        await db
          .insertInto("made_files")
          .values({ ...row, part, body: partOf(bytes, part) })
          .execute();
      }
      await deleteOldest(accountId);
      return () => read(file, parts);
    },
  };
}

const partOf = (bytes: Uint8Array, part: number): Uint8Array =>
  bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
