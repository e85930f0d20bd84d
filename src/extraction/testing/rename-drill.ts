import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../contract/operation.ts";
import type { Answer } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { savedAnswer } from "../answer.ts";
import { CoverageGuard } from "../coverage.ts";
import { defaultsOf, standInFor } from "./stand-in-for.ts";

/**
 * JSON keys (also inside a script's string), names in a table of interned strings, tags, attributes, classes and
 * the values that attributes are selected by. Not the numbered references of an interned table: those are no names.
 */
const NAME =
  /\\?"([A-Za-z@][\w@:-]{1,40})\\?"\s*[:,]|\s(data-[\w-]+|itemprop|class|id)=|(?:data-[\w-]+|itemprop|class)="([^"\s]{2,60})"|<(h[1-6]|article|main|meta|title|time)\b/g;

const FEWEST_NAMES = 15;
const MOST_NAMES = 400;

interface Page {
  source: Source;
  operation: Operation;
  request: Record<string, unknown>;
  name: string;
  answer: Answer;
}

type Records = Array<Record<string, unknown>>;

function parse({ operation, request, source }: Page, answer: Answer): Records {
  const context = { origin: "https://site.example", originOf: () => "https://site.example", now: () => Date.now() };
  if (source.blockMarker(answer) !== null) throw new Error("blocked");
  return [...operation.parse(answer, request, context)] as Records;
}

const filledFields = ({ record }: Operation) =>
  Object.entries(record.properties as Record<string, { "x-filled"?: boolean }>)
    .filter(([, field]) => field["x-filled"])
    .map(([name]) => name);

const filledCount = (records: Records, fields: string[]) =>
  records.reduce((sum, record) => sum + fields.filter((field) => (record[field] ?? null) !== null).length, 0);

function namesIn(text: string, wanted: number): string[] {
  const most = Math.floor(wanted);
  const names = [
    ...new Set([...text.matchAll(NAME)].map((match) => match.slice(1).find((name) => name !== undefined)!)),
  ];
  const step = Math.max(1, names.length / most);
  return Array.from({ length: Math.min(names.length, most) }, (_, index) => names[Math.floor(index * step)]!);
}

function renamed(text: string, name: string): string {
  const exact = new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
  return text.replace(exact, () => `${name}Vnext`);
}

async function standInPages(source: Source): Promise<Page[]> {
  const bench = await standInFor(source);
  const pages: Page[] = [];
  for (const operation of source.operations) {
    bench.calls.length = 0;
    const body = { ...defaultsOf(operation), ...operation.examples[0] };
    await bench.run(operation, body);
    for (const { method, url, headers, body: sent } of bench.calls.splice(0)) {
      const asked = await fetch(url, {
        method,
        headers: { ...headers, "accept-encoding": "identity" },
        ...(sent && { body: sent }),
      });
      const answer = savedAnswer(new Uint8Array(await asked.arrayBuffer()), {
        url: url.href,
        status: asked.status,
        headers: { "content-type": asked.headers.get("content-type") ?? "" },
      });
      pages.push({ source, operation, request: body, name: `stand-in ${url.pathname}`, answer });
    }
  }
  await bench.close();
  return pages;
}

function capturedPages(source: Source, captures: string): Page[] {
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

/** How often a lost required field was noticed; null for a page without records, which has none to lose. */
function tally(page: Page, bytesPerPage: number): { lost: number; unnoticed: string[] } | null {
  const fields = filledFields(page.operation);
  let before: Records;
  try {
    before = parse(page, page.answer);
    new CoverageGuard(page.operation.record).check(before);
  } catch {
    return null;
  }
  if (before.length === 0) return null;
  const had = filledCount(before, fields);
  const text = page.answer.text();
  let lost = 0;
  const unnoticed: string[] = [];
  for (const name of namesIn(text, Math.min(MOST_NAMES, Math.max(FEWEST_NAMES, bytesPerPage / text.length)))) {
    const body = new TextEncoder().encode(renamed(text, name));
    try {
      const after = parse(page, savedAnswer(body, { ...page.answer, headers: { "content-type": "charset=utf-8" } }));
      if (filledCount(after, fields) >= had) continue;
      lost++;
      new CoverageGuard(page.operation.record).check(after);
      unnoticed.push(`${name} (${before.length} records, then ${after.length})`);
    } catch {
      // Noticed, by the reader or by the guard. A reader that refuses did lose what it reads by.
      lost++;
    }
  }
  return { lost: Math.max(lost, unnoticed.length), unnoticed };
}

export interface RenameTally {
  /** Renamings that cost a required field. */
  lost: number;
  /** Those of them that nobody noticed. */
  unnoticed: string[];
}

/**
 * A site that renames one field: names in pages of the stand-in, and in saved pages, are renamed one at a time,
 * and whenever that costs a record a field it must have, somebody must notice: the reader, or the coverage guard.
 * `bytesPerPage` bounds the work: so much text is read again, spread over the names of the page.
 */
export async function renameDrill(
  source: Source,
  { bytesPerPage, captures }: { bytesPerPage: number; captures?: string },
): Promise<RenameTally> {
  const pages = [...(await standInPages(source)), ...(captures ? capturedPages(source, captures) : [])];
  const tallies = pages.flatMap((page) => {
    const one = tally(page, bytesPerPage);
    return one ? [{ lost: one.lost, unnoticed: one.unnoticed.map((name) => `${page.name}: ${name}`) }] : [];
  });
  return {
    lost: tallies.reduce((sum, one) => sum + one.lost, 0),
    unnoticed: tallies.flatMap((one) => one.unnoticed),
  };
}
