import type { Read, Rec } from "./way.ts";

/** What a record is called: its id, and the line of a batch that it came from. */
export const recordName = (record: Rec): string => `${record["@line"] ?? ""}:${record.id ?? record.request_id}`;

/** What an interrupted stream had charged, if this reading continued it. */
export const paidBefore = ({ warnings = [] }: Read): number =>
  Number(warnings.find((one) => one.startsWith("continued:"))?.slice("continued:".length) ?? 0);

/** An error must say that something was cut, not be a bug of the reader. */
export function unexpectedError({ name, message }: Error): string | null {
  const isBug = /is not a function|undefined|Cannot read|exit code 70|Traceback|internal/.test(message);
  return isBug ? `${name}: ${message}` : null;
}

/** Compares with all records; of a running batch, with the lines that had ended when the reading began. */
export function wrongRecords({ records }: Read, expected: string[], ended?: number[]): string | null {
  const names = records.map(recordName);
  if (new Set(names).size < names.length) return "a record came twice";
  if (ended) return wrongLines(names, expected, ended);
  const isSame = names.length === expected.length && names.every((name, at) => name === expected[at]);
  return isSame ? null : `${names.length} of ${expected.length} records, without an error`;
}

/** A line is whole or not there; those that had ended are there. */
function wrongLines(names: string[], expected: string[], ended: number[]): string | null {
  const line = (name: string): number => Number.parseInt(name, 10);
  const read = Map.groupBy(names, line);
  const all = Map.groupBy(expected, line);
  const short = [...read.keys()].find((at) => read.get(at)!.length !== all.get(at)!.length);
  if (short !== undefined) return `line ${short} has ${read.get(short)!.length} records, without an error`;
  const missing = ended.filter((at) => !read.has(at));
  return missing.length === 0 ? null : `lines ${missing.join(", ")} are missing, without an error`;
}
