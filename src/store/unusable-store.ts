import { join } from "node:path";
import pg from "pg";
import { FixableError } from "../base/fixable-error.ts";
import { errorCode } from "../base/thrown.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

/** The store cannot be opened; the message says why, and what to do. */
export class StoreUnusable extends FixableError {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "StoreUnusable";
  }
}

interface Place {
  dataDir: string;
  url: string;
}

/** Turns errors that an operator can fix into a sentence; returns others unchanged. */
export function unusable(error: unknown, place: Place): unknown {
  if (!(error instanceof Error)) return error;
  const sentence = fileSentence(error, place) ?? (place.url === "" ? null : postgresSentence(error, place));
  return sentence === null ? error : new StoreUnusable(sentence, error);
}

/** From SQLite's threads only the message arrives. */
function fileSentence({ message, ...error }: NodeJS.ErrnoException, { dataDir }: Place): string | null {
  const { code = "", path = dataDir } = error;
  if (
    ["EACCES", "EPERM", "EROFS"].includes(code) ||
    /^(attempt to write a readonly|unable to open) database/.test(message)
  )
    return `Winnow cannot write to ${path} (${code || message}): make the user that runs it, ${process.getuid?.()}, its owner, or set DATA_DIR to another folder.`;
  if (code === "EEXIST" || code === "ENOTDIR") return `DATA_DIR is ${dataDir}, which is not a folder: set it to one.`;
  if (code === "ENOSPC" || message.startsWith("database or disk is full"))
    return `The disk of ${dataDir} is full: free some space, and start again.`;
  if (/^(file is not a database|database disk image is malformed)/.test(message))
    return `${join(dataDir, "winnow.db")} is damaged (${message}): move it, its -wal and its -shm away, and put your last backup in their place with \`npx winnow restore <folder>\`.`;
  return null;
}

function postgresSentence(error: Error, { url }: Place): string | null {
  const { hostname, port, pathname } = new URL(url);
  const where = `${hostname}:${port || 5432}`;
  const code = errorCode(error);
  if (code === "3D000")
    return `PostgreSQL at ${where} has no database ${pathname.slice(1)}: create it (createdb --owner <user> ${pathname.slice(1)}), or correct DATABASE_URL.`;
  if (error instanceof pg.DatabaseError && /^(28...|42501)$/.test(code))
    return `PostgreSQL at ${where} refuses the user of DATABASE_URL (${error.message}): correct DATABASE_URL, or the user's rights.`;
  if (!isStoreUnavailable(error)) return null;
  return `PostgreSQL at ${where} cannot be used (${error.message || code}): start it, or correct DATABASE_URL.`;
}
