import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { CommandFailed } from "../command-failed.ts";
import type { Request } from "./read-lines.ts";

/** Identifies a batch: another operation or other lines are another batch. */
interface Subject {
  operation: string;
  /** Digest of all its requests. */
  digest: string;
}

interface Note extends Subject {
  id: string;
  started_at: string;
}

export interface LineFailure {
  line: number;
  status: number;
  code: string | null;
  message: string;
}

export type LineResult = { line: number; request: Request } & (
  | { ok: true; request_id: string; points: number; records: unknown[] }
  | { ok: false; error: Omit<LineFailure, "line"> }
);

/**
 * The results are the journal: a line is written whole when it is done, so lines in the file are not requested again. The
 * batch's id, stored beside it, keeps the idempotency keys the same after a restart: a line in flight when the process was
 * killed is charged once, whether its response was complete or not.
 */
export class Journal {
  readonly id: string;
  readonly done = new Set<number>();
  readonly failures: LineFailure[] = [];
  readonly #file: FileHandle;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor({ id }: Note, file: FileHandle) {
    this.id = id;
    this.#file = file;
  }

  /** Resumes an existing journal, or starts one. `again` drops the failed lines. */
  static async open(out: string, subject: Subject, again: boolean): Promise<Journal> {
    const notePath = `${out}.batch.json`;
    const note = await readNote(notePath);
    if (note && (note.operation !== subject.operation || note.digest !== subject.digest)) {
      throw new CommandFailed(
        `${out} belongs to another batch (${note.operation}, begun ${note.started_at}): give another --out, or delete it and ${notePath}`,
      );
    }
    const kept = await readFile(out, "utf8").catch(() => null);
    if (!note && kept !== null)
      throw new CommandFailed(`${out} already exists and does not belong to a batch: choose another --out`);
    const made: Note = note ?? { id: randomUUID(), ...subject, started_at: new Date().toISOString() };
    if (!note) await writeFile(notePath, `${JSON.stringify(made, null, 2)}\n`, { flag: "wx" });
    const lines = wholeLines(kept ?? "");
    const results = lines.filter((line) => !again || !line.startsWith('{"ok":false'));
    if (kept !== null && results.length < lines.length + (kept.endsWith("\n") || kept === "" ? 0 : 1)) {
      await replaceFile(out, results);
    }
    const journal = new Journal(made, await open(out, "a"));
    for (const line of results) journal.#count(line);
    return journal;
  }

  #count(text: string): void {
    const result: LineResult = JSON.parse(text);
    this.done.add(result.line);
    if (!result.ok) this.failures.push({ line: result.line, ...result.error });
  }

  keyOf(line: number): string {
    return `batch-${this.id}-${line}`;
  }

  /** Writes lines one after the other, each whole. */
  add(result: LineResult): Promise<void> {
    const { ok, ...rest } = result;
    const text = JSON.stringify({ ok, ...rest });
    this.#count(text);
    const written = this.#writing.then(() => this.#file.appendFile(`${text}\n`));
    this.#writing = written;
    return written;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.sync();
    await this.#file.close();
  }
}

/** Drops the text after the last line break, which was being written when the process was killed. */
const wholeLines = (text: string): string[] => text.split("\n").slice(0, -1);

async function replaceFile(path: string, lines: string[]): Promise<void> {
  const made = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(made, lines.map((line) => `${line}\n`).join(""));
    await rename(made, path);
  } finally {
    await rm(made, { force: true });
  }
}

async function readNote(path: string): Promise<Note | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailed(`${path} is not a valid batch file`);
  }
}
