import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { CommandFailed } from "../command-failed.ts";

/** Where a run finds its batches at the service again. The service keeps everything else. */
export interface Note {
  /** Begins the idempotency keys, so that a batch submitted before a crash is not submitted again. */
  id: string;
  /** Of the operation and its requests: others are another batch. */
  digest: string;
  /** Ids in the order of the lines. */
  batches: string[];
}

/** Reads the note beside the results, or writes one. */
export async function openNote(out: string, digest: string): Promise<Note> {
  const path = notePath(out);
  if (existsSync(path)) {
    const note = await readNote(path);
    if (note.digest === digest) return note;
    throw new CommandFailed(`${out} belongs to another batch: give another --out, or delete it and ${path}`);
  }
  if (existsSync(out)) {
    throw new CommandFailed(`${out} already exists and does not belong to a batch: choose another --out`);
  }
  const note = { id: randomUUID(), digest, batches: [] };
  await keepNote(out, note);
  return note;
}

export const keepNote = (out: string, note: Note): Promise<void> =>
  replaceFile(notePath(out), `${JSON.stringify(note, null, 2)}\n`);

/** Writes a file whole, so that a crash leaves the earlier one. */
export async function replaceFile(path: string, text: string | AsyncIterable<string>): Promise<void> {
  await writeFile(`${path}.tmp`, text, { flush: true });
  await rename(`${path}.tmp`, path);
}

const notePath = (out: string): string => `${out}.batch.json`;

async function readNote(path: string): Promise<Note> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    throw new CommandFailed(`${path} is not a valid batch file`);
  }
}
