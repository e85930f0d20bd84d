import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import type { Recording } from "../extraction/recording/recording.ts";
import { replay } from "../extraction/recording/replay.ts";
import { type Place, type TracedRow, traceRows } from "../source-kit/fields/tracing.ts";
import { CommandFailed } from "./command-failed.ts";

type ReadRecord = Readonly<Record<string, unknown>>;
type Found = TracedRow & { answer: Answer };

/** Replays a recording and says where each record has a field from: locator, raw text and line. */
export async function explained(
  recording: Recording,
  source: Source,
  settings: Readonly<Record<string, string>>,
  field: string,
): Promise<string> {
  const record = source.operations.find(({ path }) => path === recording.operation)?.record;
  const known = Object.keys(record?.properties ?? {});
  if (!known.includes(field.split(".")[0] ?? ""))
    throw new CommandFailed(`no field "${field}"; there are ${known.filter((name) => name !== "@type").join(", ")}`);
  const rows: Found[] = [];
  const pages: Answer[] = [];
  let unread: TracedRow[] = [];
  traceRows((row) => unread.push(row));
  try {
    // A response is reported once its rows have been read.
    const reading = ({ answer }: { answer: Answer }) => {
      rows.push(...unread.filter(({ title }) => title === record?.title).map((row) => ({ ...row, answer })));
      pages.push(answer);
      unread = [];
    };
    const records = await replay(recording, source, settings, { reading });
    return records.map((one, nth) => lines(one, field, rowOf(one, nth, rows), pages)).join("");
  } finally {
    traceRows(null);
  }
}

const rowOf = (record: ReadRecord, nth: number, rows: readonly Found[]): Found | undefined =>
  record.id === undefined || record.id === null ? rows[nth] : rows.find((row) => row.record.id === record.id);

function lines(record: ReadRecord, field: string, row: Found | undefined, pages: readonly Answer[]): string {
  const value = valueAt(record, field);
  const place = row && placeOf(field, row);
  const { locator, raw, offset } = place ?? { locator: "none, the reader's code finds it", raw: value, offset: null };
  const found = (row ? [row.answer] : pages).flatMap((answer) => {
    const text = answer.text();
    const at = offset ?? offsetOf(text, locator, raw, Math.max(0, text.indexOf(String(record.id))));
    return at === null ? [] : [`${answer.url}, ${lineAt(text, at)}`];
  });
  return [
    `${field}${record.id === undefined ? "" : ` of ${record.id}`}: ${JSON.stringify(value)}\n`,
    `  locator: ${locator}\n`,
    `  raw text: ${JSON.stringify(raw) ?? "none"}\n`,
    `  page: ${found[0] ?? "none has it in these words"}\n`,
  ].join("");
}

/** The place of the field or, if a function made the record that it is in, of that. */
function placeOf(field: string, { places }: TracedRow): Place | undefined {
  for (let path = field; path !== ""; path = path.replace(/\.?[^.]*$/, "")) {
    const place = places.get(path);
    if (place) return place;
  }
  return undefined;
}

const valueAt = (record: ReadRecord, field: string): unknown =>
  field.split(".").reduce<unknown>((inside, name) => (inside as ReadRecord | null | undefined)?.[name], record) ?? null;

/** Where a page has a value: behind its name if it is written so, and after the record's id. */
function offsetOf(text: string, locator: string, raw: unknown, from: number): number | null {
  if (raw === undefined || raw === null || typeof raw === "object") return null;
  const written = JSON.stringify(raw);
  const name = JSON.stringify(locator.split(".").at(-1) ?? "");
  const inScript = (words: string) => words.replaceAll('"', '\\"');
  const ways: Array<[before: string, value: string]> = [
    [`${name}:`, written],
    [`${name}: `, written],
    [inScript(`${name}:`), inScript(written)],
    ["", written],
    ["", String(raw)],
    ["", Number(raw).toLocaleString("en-US")],
  ];
  for (const start of [from, 0]) {
    for (const [before, value] of ways) {
      const at = text.indexOf(before + value, start);
      if (at >= 0) return at + before.length;
    }
  }
  return null;
}

function lineAt(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return `line ${line}, column ${at - before.lastIndexOf("\n")}`;
}
