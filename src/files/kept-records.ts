import { factsFrom } from "../contract/answer-facts.ts";
import { WinnowError } from "../contract/errors.ts";
import type { KeptAnswer, OpenAnswer } from "../metering/types.ts";
import { ArraySplitter } from "./splitters.ts";
import type { JobRecords, RecordRow, StoredRow } from "./stored-rows.ts";

/** The records of a stored response, read as they are needed. */
export function keptRecords(answer: OpenAnswer, count: number): JobRecords {
  const facts = factsFrom(answer.headers);
  return {
    origin: { accountId: answer.accountId, name: `request ${answer.requestNo}`, expiresAt: answer.expiresAt },
    lines: Uint32Array.of(0),
    counts: Uint32Array.of(count),
    rows: () => keptRows(answer, count),
    recalled: facts.recalled === null ? [] : [facts.recalled],
    facts,
  };
}

/** The same of a response that is in memory. */
export function heldRecords({ body, ...answer }: KeptAnswer): JobRecords {
  const count = new ArraySplitter().push(Buffer.from(body)).length;
  async function* pieces() {
    yield Buffer.from(body);
  }
  return keptRecords({ ...answer, pieces }, count);
}

/** Records in the order of the response. Their count is known before the first one, so a missing one is an error. */
export async function* keptRows(
  answer: Pick<OpenAnswer, "pieces">,
  count: number,
  line = 0,
): AsyncGenerator<StoredRow, void, undefined> {
  const splitter = new ArraySplitter();
  let seen = 0;
  for await (const piece of answer.pieces()) {
    for (const json of splitter.push(piece)) {
      seen += 1;
      yield { line, json };
    }
  }
  splitter.end();
  if (seen !== count) throw recordsGone();
}

export const recordsGone = (): WinnowError =>
  new WinnowError("not_found", "Records expired while they were being read: they are kept for 7 days.");

/** A stored record; one of a batch has its line. */
export function keptRecord({ line, json }: StoredRow): RecordRow {
  const record: RecordRow = JSON.parse(json.toString());
  return line === 0 ? record : { "@line": line, ...record };
}

/** The same as JSON, without parsing it. */
export function keptJson({ line, json }: StoredRow): string {
  const text = json.toString();
  if (line === 0) return text;
  return `{"@line":${line}${text === "{}" ? "" : ","}${text.slice(1)}`;
}
