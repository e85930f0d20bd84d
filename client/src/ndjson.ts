import { ApiError, ConnectionFailed } from "./errors.ts";
import type { ErrorCode } from "./generated/errors.ts";
import type { During } from "./time-limit.ts";

export const NDJSON = "application/x-ndjson";

interface LastWord {
  "@type": "WinnowError";
  status: number;
  code: ErrorCode;
  detail: string;
}

const isLastWord = (record: unknown): record is LastWord => (record as LastWord)["@type"] === "WinnowError";

/** Parses records from newline-delimited JSON. An error after the first record is the last line. */
export async function* readRecords<Rec>(response: Response, during: During): AsyncGenerator<Rec, void, undefined> {
  for await (const line of linesOf(response.body, during)) {
    const record = JSON.parse(line) as Rec | LastWord;
    if (isLastWord(record)) {
      throw ApiError.of({ ...record, requestId: response.headers.get("x-request-id"), retryAfter: null });
    }
    yield record;
  }
}

/** Resolves when the first record, or the end, has arrived. */
export async function begun<Rec>(
  records: AsyncGenerator<Rec, void, undefined>,
): Promise<AsyncGenerator<Rec, void, undefined>> {
  const first = await records.next();
  return (async function* () {
    try {
      if (first.done) return;
      yield first.value;
      yield* records;
    } finally {
      await records.return();
    }
  })();
}

/** Stored records. The head states how many there are, so a body that ends early is not taken for the whole. */
export async function* counted<Rec>(
  records: AsyncIterable<Rec>,
  headers: Headers,
): AsyncGenerator<Rec, void, undefined> {
  const count = headers.get("x-results-count");
  let read = 0;
  for await (const record of records) {
    read += 1;
    yield record;
  }
  if (String(read) === count) return;
  throw new ConnectionFailed(
    `the response was cut short: ${read} of ${count ?? "an unknown number of"} records arrived`,
  );
}

/**
 * Complete lines of a body. Leaving the loop early cancels it. Uses a reader, because not every runtime can iterate over
 * bodies.
 */
async function* linesOf(body: Response["body"], during: During): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await during(() => reader.read());
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop()!;
      yield* lines.filter((line) => line !== "");
      if (done) break;
    }
    if (rest !== "") throw new ConnectionFailed("the response was cut short in the middle of a record");
  } finally {
    await reader.cancel().catch(() => {});
  }
}
