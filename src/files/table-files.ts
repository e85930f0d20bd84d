import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { FairTurns } from "../base/fair-turns.ts";
import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { Shares } from "../limits/shares.ts";
import type { Schema } from "../store/schema.ts";
import { createMadeFiles, type FileFacts, type MadeFile } from "./made-files.ts";
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
