import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { requestDefaults } from "../contract/canary.ts";
import { filledFields } from "../contract/record.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { savedAnswer } from "../extraction/answer.ts";
import { CoverageGuard } from "../extraction/coverage.ts";
import { savedRecords } from "../extraction/row-accounting.ts";
import type { SavedPage } from "./stand-in-pages.ts";

/**
 * JSON keys (also inside a script's string), names in a table of interned strings, tags, attributes, classes and the
 * attribute values that selectors match. Numbered references into an interned table are not names.
 */
const NAME =
  /\\?"([A-Za-z@][\w@:-]{1,40})\\?"\s*[:,]|\s(data-[\w-]+|itemprop|class|id|href)=|(?<=(?:data-[\w-]+|itemprop|class)=")([^"\s]{2,60})(?=["\s])|<(h[1-6]|article|main|meta|title|time)\b/g;

const MIN_NAMES = 15;
const MAX_NAMES = 400;
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
  const max = Math.floor(wanted);
  const names = [
    ...new Set([...text.matchAll(NAME)].map((match) => match.slice(1).find((name) => name !== undefined) ?? "")),
  ];
  const step = Math.max(1, names.length / max);
  const spread = new Set(Array.from({ length: Math.min(names.length, max) }, (_, index) => Math.floor(index * step)));
  return names.filter((_, index) => spread.has(index));
}

function renamed(text: string, name: string): string {
  const exact = new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
  return text.replace(exact, () => `${name}Vnext`);
}

/** The saved pages of a source for each of its operations. Pages of another operation have no records to lose. */
export function capturedPages(source: Source, captures: string): SavedPage[] {
  const folder = join(captures, source.name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    source.operations.map((operation) => ({
      source,
      operation,
      request: { ...requestDefaults(operation), ...operation.examples[0] },
      name,
      answer: savedAnswer(readFileSync(join(folder, name))),
    })),
  );
}

export interface RenameTally {
  /** Renamings that cost a required field. */
  lost: number;
  /** Those that went unnoticed. */
  unnoticed: string[];
}

/**
 * Simulates a site that renames one field: names in its pages are renamed one at a time. Whenever that costs a record a
 * required field, the reader or the coverage guard must notice. `bytesPerPage` bounds the work: this much text is read
 * again, spread over the names of the page.
 */
export function renameDrill(pages: SavedPage[], { bytesPerPage }: { bytesPerPage: number }): RenameTally {
  const tally: RenameTally = { lost: 0, unnoticed: [] };
  for (const page of pages) {
    const before = recordsOf(page, page.answer);
    // A page without records has nothing to lose.
    if (!before?.length) continue;
    const text = page.answer.text();
    for (const name of namesIn(text, Math.min(MAX_NAMES, Math.max(MIN_NAMES, bytesPerPage / text.length)))) {
      const outcome = outcomeOf(page, before, renamed(text, name));
      if (outcome !== "kept") tally.lost++;
      if (outcome === "unnoticed") tally.unnoticed.push(`${page.name}: ${name}`);
    }
  }
  return tally;
}

/**
 * A name that all these pages need for their required fields, for the `rename` fault. Prefers a name that empties a field
 * over one without which the page is rejected, because some sources then request another form of it. `isWatched` limits it
 * to names that the test can follow.
 */
export function vitalName(pages: SavedPage[], isWatched: (name: string) => boolean = () => true): string {
  const read = pages.flatMap((page) => {
    const before = recordsOf(page, page.answer);
    return before?.length ? [{ page, before, text: page.answer.text() }] : [];
  });
  const [first, ...others] = read;
  if (first === undefined) throw new Error("none of these pages has records");
  let refused: string | undefined;
  for (const name of oncePerRow(first.text, first.before.length, isWatched)) {
    const outcomeOn = ({ page, before, text }: typeof first) => outcomeOf(page, before, renamed(text, name));
    const outcome = outcomeOn(first);
    const isWanted = outcome === "emptied" || (outcome === "refused" && refused === undefined);
    if (!isWanted || !others.every((other) => outcomeOn(other) === outcome)) continue;
    if (outcome === "emptied") return name;
    refused = name;
  }
  if (refused === undefined) throw new Error("no name on these pages carries a field that is marked filled");
  return refused;
}

/** Some names of a page, those that occur once per row first. */
function oncePerRow(text: string, rows: number, isWatched: (name: string) => boolean): string[] {
  const names = namesIn(text, MAX_NAMES).filter(isWatched);
  const apart = new Map(names.map((name) => [name, Math.abs(text.split(name).length - 1 - rows)]));
  return [...apart.keys()].sort((a, b) => apart.get(a)! - apart.get(b)!).slice(0, TRIED_NAMES);
}

/** Null if the reader or the guard rejects the page. */
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

/** A rejected page lost something that its reader needs; an emptied field is for the guard to notice. */
function outcomeOf(page: SavedPage, before: Records, text: string): Outcome {
  const fields = filledFields(page.operation.record);
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
