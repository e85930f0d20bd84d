import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultsOf } from "../../contract/canary.ts";
import { filledFieldsOf } from "../../contract/record.ts";
import type { Answer } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { savedAnswer } from "../../extraction/answer.ts";
import { CoverageGuard } from "../../extraction/coverage.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";
import type { SavedPage } from "./stand-in-pages.ts";

/**
 * JSON keys (also inside a script's string), names in a table of interned strings, tags, attributes, classes and
 * the values that attributes are selected by. Not the numbered references of an interned table: those are no names.
 */
const NAME =
  /\\?"([A-Za-z@][\w@:-]{1,40})\\?"\s*[:,]|\s(data-[\w-]+|itemprop|class|id|href)=|(?:data-[\w-]+|itemprop|class)="([^"\s]{2,60})"|<(h[1-6]|article|main|meta|title|time)\b/g;

const FEWEST_NAMES = 15;
const MOST_NAMES = 400;
const TRIED_NAMES = 80;

type Records = Array<Record<string, unknown>>;

function parse({ operation, request, source }: SavedPage, answer: Answer): Records {
  const context = { origin: "https://site.example", originOf: () => "https://site.example", now: () => Date.now() };
  if (source.blockMarker(answer) !== null) throw new Error("blocked");
  return savedRecords(operation, answer, request, context) as Records;
}

const filledCount = (records: Records, fields: string[]) =>
  records.reduce((sum, record) => sum + fields.filter((field) => (record[field] ?? null) !== null).length, 0);

function namesIn(text: string, wanted: number): string[] {
  const most = Math.floor(wanted);
  const names = [
    ...new Set([...text.matchAll(NAME)].map((match) => match.slice(1).find((name) => name !== undefined) ?? "")),
  ];
  const step = Math.max(1, names.length / most);
  const spread = new Set(Array.from({ length: Math.min(names.length, most) }, (_, index) => Math.floor(index * step)));
  return names.filter((_, index) => spread.has(index));
}

function renamed(text: string, name: string): string {
  const exact = new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
  return text.replace(exact, () => `${name}Vnext`);
}

/** The saved pages of a source, for each of its operations: those that are not its own have no records to lose. */
export function capturedPages(source: Source, captures: string): SavedPage[] {
  const folder = join(captures, source.name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    source.operations.map((operation) => ({
      source,
      operation,
      request: { ...defaultsOf(operation), ...operation.examples[0] },
      name,
      answer: savedAnswer(readFileSync(join(folder, name))),
    })),
  );
}

export interface RenameTally {
  /** Renamings that cost a required field. */
  lost: number;
  /** Those of them that nobody noticed. */
  unnoticed: string[];
}

/**
 * A site that renames one field: names in its pages are renamed one at a time, and whenever that costs a record a
 * field it must have, somebody must notice: the reader, or the coverage guard. `bytesPerPage` bounds the work: so
 * much text is read again, spread over the names of the page.
 */
export function renameDrill(pages: SavedPage[], { bytesPerPage }: { bytesPerPage: number }): RenameTally {
  const tally: RenameTally = { lost: 0, unnoticed: [] };
  for (const page of pages) {
    const before = recordsOf(page, page.answer);
    // A page without records has none to lose.
    if (!before?.length) continue;
    const text = page.answer.text();
    for (const name of namesIn(text, Math.min(MOST_NAMES, Math.max(FEWEST_NAMES, bytesPerPage / text.length)))) {
      const outcome = outcomeOf(page, before, renamed(text, name));
      if (outcome !== "kept") tally.lost++;
      if (outcome === "unnoticed") tally.unnoticed.push(`${page.name}: ${name}`);
    }
  }
  return tally;
}

/**
 * A name that filled fields of all these pages are read by: what the fault `rename` is tried with. One that empties a field is
 * better than one without which a page is no page, because some sources then ask for another form of it.
 */
export function vitalName(pages: SavedPage[]): string {
  const read = pages.flatMap((page) => {
    const before = recordsOf(page, page.answer);
    return before?.length ? [{ page, before, text: page.answer.text() }] : [];
  });
  const { text: words = "", before: rows = [] } = read[0] ?? {};
  // Names that each row has come first.
  const rowsApart = (name: string) => Math.abs(words.split(name).length - 1 - rows.length);
  const names = namesIn(words, MOST_NAMES)
    .sort((a, b) => rowsApart(a) - rowsApart(b))
    .slice(0, TRIED_NAMES);
  let refused: string | undefined;
  for (const name of names) {
    const isEvery = (outcome: Outcome) =>
      read.every(({ page, before, text }) => outcomeOf(page, before, renamed(text, name)) === outcome);
    if (isEvery("emptied")) return name;
    if (refused === undefined && isEvery("refused")) refused = name;
  }
  if (refused === undefined) throw new Error("no name on these pages carries a field that is marked filled");
  return refused;
}

/** Null where the page is refused, by its reader or by the guard. */
function recordsOf(page: SavedPage, answer: Answer): Records | null {
  try {
    const records = parse(page, answer);
    new CoverageGuard(page.operation.record).check(records);
    return records;
  } catch {
    return null;
  }
}

type Outcome = "kept" | "refused" | "emptied" | "unnoticed";

/** A page that its reader refuses did lose what it is read by; an emptied field is for the guard to notice. */
function outcomeOf(page: SavedPage, before: Records, text: string): Outcome {
  const fields = filledFieldsOf(page.operation.record);
  const headers = { "content-type": "charset=utf-8" };
  let after: Records;
  try {
    after = parse(page, savedAnswer(new TextEncoder().encode(text), { ...page.answer, headers }));
  } catch {
    return "refused";
  }
  try {
    new CoverageGuard(page.operation.record).check(after);
  } catch {
    return "emptied";
  }
  return filledCount(after, fields) < filledCount(before, fields) ? "unnoticed" : "kept";
}
