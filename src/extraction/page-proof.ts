import { type EchoPart, echoParts, isSame } from "../contract/echo.ts";
import { otherThanAsked, ruleBroken, Unreadable } from "../contract/errors.ts";
import type { Page, PageFacts } from "../contract/page.ts";
import { type PageSize, type SizedPages, sizedPages } from "../contract/page-size.ts";
import type { SiteRequest } from "../contract/site.ts";

/**
 * Rejects a page that answers another request than the one sent, by what it says of itself: 500. A page that answers this
 * request but shows that the site did not take a value is 422. `body` is the caller's request, for the 422.
 */
export function checkEcho(page: Page, sent: SiteRequest, body: Record<string, unknown>): void {
  const refusals: Array<{ field: string; msg: string }> = [];
  for (const [name, part] of partsFor(sent)) {
    const isNumber = name === "page";
    const asked = isNumber ? sent.page : sent.asks?.parts[name];
    const stated = isNumber ? (page.facts.number ?? page.facts.echo?.page) : page.facts.echo?.[name];
    if (asked === undefined || isAgreed(page, part, stated, asked)) continue;
    const refusal = part.refusal?.(stated, asked);
    if (!refusal) throw isNumber ? otherNumber(page, stated, asked) : otherPage(part, stated, asked);
    refusals.push(refusal);
  }
  const [refused] = refusals;
  if (refused) throw ruleBroken({ loc: [refused.field], msg: refused.msg, input: body[refused.field] });
}

/** A page that states its number is compared, whatever the operation declares. */
const NUMBER: EchoPart = { says: "page number", sometimes: "The operation does not declare it." };

const partsFor = ({ asks }: SiteRequest): Array<[string, EchoPart]> => {
  const declared = asks ? echoParts(asks.echo) : [];
  return declared.some(([name]) => name === "page") ? declared : [...declared, ["page", NUMBER]];
};

function isAgreed(page: Page, part: EchoPart, stated: unknown, asked: unknown): boolean {
  if (stated !== undefined && stated !== null) return isSame(part, stated, asked);
  // Nothing was asked, or there is nothing that could state it.
  if (asked === null || page.rows === 0 || part.sometimes !== undefined) return true;
  const missing = `its ${part.says} is missing`;
  throw otherThanAsked(
    `a page that does not say what it answers: ${missing}`,
    `The source's response does not show which request it answers: ${missing}.`,
  );
}

const ANOTHER = "The source's response answers another request";

function otherPage({ says, shown = (value) => value }: EchoPart, stated: unknown, asked: unknown) {
  const difference = `its ${says} is ${inWords(shown(stated))} instead of ${inWords(shown(asked))}`;
  return otherThanAsked(`a page for another request: ${difference}`, `${ANOTHER}: ${difference}.`);
}

/** A site that ignores page numbers sends its first page whatever is requested: a retry would not help. */
function otherNumber(page: Page, stated: unknown, asked: unknown) {
  if (stated !== 1) return otherPage(NUMBER, stated, asked);
  const difference = `it is the first page again instead of page ${inWords(asked)}`;
  const advice = `Ask for at most ${page.countedRows} records (count).`;
  return new Unreadable(`a page for another request: ${difference}`, `${ANOTHER}: ${difference}. ${advice}`);
}

const MAX_SHOWN = 80;
const inWords = (value: unknown): string => {
  const words = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return words.length > MAX_SHOWN ? `${words.slice(0, MAX_SHOWN)}…` : words;
};

/** Rows that a page must have, and whether it is the last: null if nothing on it shows that. */
interface Expected {
  rows: number;
  isLast: boolean | null;
}

/**
 * Rejects a page with fewer rows than its list has on a page. `isShort` if nothing on it says that it is the last: then
 * only the page after it can show that.
 */
export function checkSize(
  page: Page,
  declared: PageSize | undefined,
  asked: SiteRequest["page"],
): { size: number | null; isShort: boolean } {
  const pages = sizedPages(declared) ?? { rows: page.facts.size ?? 0 };
  const size = rowsPerPage(page, pages);
  const { rows, isLast } = expectedRows(page, pages, size, asked);
  const isShort = page.countedRows < rows;
  if (isShort && isLast !== null) {
    const words = `${page.countedRows} rows on a page that should have ${rows}`;
    throw otherThanAsked(words, `The source's response is incomplete: ${words}.`);
  }
  return { size: size || null, isShort };
}

function expectedRows({ facts }: Page, pages: SizedPages, size: number, asked: SiteRequest["page"]): Expected {
  const number = typeof asked === "number" ? asked : (facts.number ?? null);
  const left = facts.total == null || number === null ? null : Math.max(0, facts.total - (number - 1) * size);
  const isLast = isLastPage(facts, number, left, size);
  // An empty page may be the end of a list, but not if it leads to more.
  if (size === 0 && isLast === false) return { rows: Math.max(pages.rows, 1), isLast };
  const full = size - (pages.short?.by ?? 0);
  // A last page without a number or a total is checked with the run as a whole.
  if (left === null) return { rows: isLast ? 0 : full, isLast };
  return { rows: Math.min(full, left), isLast };
}

function rowsPerPage(page: Page, { rows, known }: SizedPages): number {
  const { size, total, lastPage } = page.facts;
  if (page.rows === 0 && !total) return 0;
  if (known === "derived") {
    if (total == null || !lastPage) throw unproved("states no total or no last page");
    const max = lastPage > 1 ? Math.floor((total - 1) / (lastPage - 1)) : Number.POSITIVE_INFINITY;
    return Math.min(max, Math.max(rows, Math.ceil(total / lastPage)));
  }
  if (known === "stated" && !size) throw unproved("does not state its size");
  return size || rows;
}

const unproved = (words: string) =>
  otherThanAsked(
    `a page that ${words}`,
    `The source's response does not show whether it is complete: the page ${words}.`,
  );

/** By what the page says of the end: its last page, its next cursor, or its total. */
function isLastPage(facts: PageFacts, number: number | null, left: number | null, size: number): boolean | null {
  if (facts.lastPage != null && number !== null) return number >= facts.lastPage;
  if (facts.next !== undefined) return facts.next === null;
  return left === null ? null : left <= size;
}
