import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { valueInWords } from "../../contract/odd-row.ts";
import { type NoRecord, Page, type PageFacts } from "../../contract/page.ts";
import type { Answer } from "../../contract/site.ts";
import { cleanText, toInteger } from "../../contract/values.ts";
import { embeddedJson } from "../embedded-json.ts";
import { type Document, parseHtml } from "../html.ts";
import { answerJson, looksLikeJson } from "../json.ts";
import { shared } from "../provenance/traced-record.ts";
import { parseAmount } from "../written/numbers.ts";
import type { Format } from "./field.ts";
import { html, json } from "./formats.ts";

/** A field table, or a reader of rows that a table alone cannot judge. */
interface Reads<R extends object, Context extends unknown[]> {
  read(row: any, ...context: Context): R | NoRecord;
}

/** What is known of a page when its other facts are looked for. */
interface Known<R> {
  records: readonly R[];
  number: number | null;
  next: string | null;
  /** The page's address. */
  url: string;
}

/** A path or a selector; or a function that finds the value, which is taken as it is. */
type Place<R> = string | ((page: any, known: Known<R>) => unknown);

/** A path with a true value, a selector with an element, or a function. */
type Sign = string | ((page: any) => boolean);

/** Where a page has its rows and its facts. */
interface Places<R extends object> {
  /** The rows of a list. Without them, the page is about one item. */
  rows?: string | ((page: any) => readonly unknown[]);
  /** The one item, if it is not the whole page. */
  row?: string;
  /** What the response shows instead of an item that does not exist, if its status is not 404. */
  gone?: Sign;
  total?: Place<R>;
  number?: Place<R>;
  lastPage?: Place<R>;
  /** A place, or the number itself if every full page has as many rows. */
  size?: Place<R> | number;
  next?: Place<R>;
  /** What the page says of the question that it answers, by part of the operation's `echo`. */
  echo?: Readonly<Record<string, Place<R>>> | ((page: any) => Readonly<Record<string, unknown>>);
}

interface JsonPlaces<R extends object> extends Places<R> {
  /**
   * Where an HTML page has its JSON: in the script with an attribute (`id="__NEXT_DATA__"`), or assigned to a variable
   * (`window.__STATE__`). A response that is JSON itself is taken as it is. Or a function that finds it.
   */
  from?: string | ((answer: Answer) => unknown);
}

interface HtmlPlaces<R extends object> extends Places<R> {
  /** What a list without rows shows instead, unless it states a total of 0. */
  empty?: Sign;
}

/** A reader of an operation; it can be called with the answer alone if its rows need no context. */
type PageReader<R extends object, Context extends unknown[]> = (
  answer: Answer,
  ...rest: [] extends Context ? [body?: unknown, ...Context] : [body: unknown, ...Context]
) => Page<R>;

/**
 * Reads a page of JSON: a list, or one item. Any status but 200 is unreadable; 404 means that the item does not exist. A
 * `from` of your own decides about the status itself.
 */
export const jsonPage =
  <R extends object, Context extends unknown[]>(
    record: Reads<R, Context>,
    places: JsonPlaces<R> = {},
  ): PageReader<R, Context> =>
  (answer, ...[, ...context]) => {
    const page = typeof places.from === "function" ? places.from(answer) : jsonIn(answer, places);
    const read = Page.of(jsonRows(page, places), (found) => record.read(found, ...(context as Context)));
    return read.saying(factsOf(json, page, places, toInteger, read, answer));
  };

/** Reads a page of HTML: the rows that a selector finds, or one item. 404 means that the item does not exist. */
export const htmlPage =
  <R extends object, Context extends unknown[]>(
    record: Reads<R, Context>,
    places: HtmlPlaces<R> = {},
  ): PageReader<R, Context> =>
  (answer, ...[, ...context]) => {
    const parsed = parsing(answer);
    checkStatus(answer, places, parsed);
    const page = parsed.html();
    const read = Page.of(htmlRows(page, places), (found) => record.read(found, ...(context as Context)));
    const facts = factsOf(html, page, places, parseAmount, read, answer);
    if (read.rows === 0 && facts.total !== 0 && !shows(html, page, places.empty)) throw nothingSelected(places);
    return read.saying(facts);
  };

function shows(format: Format, page: unknown, sign: Sign | undefined): boolean {
  if (typeof sign !== "string") return sign?.(page) ?? false;
  return format === html ? html.rows(page, sign).length > 0 : Boolean(format.value(page, sign));
}

/** An answer is parsed once, when it is first needed. */
const parsing = (answer: Answer) => ({
  json: shared(() => answerJson(answer)),
  html: shared(() => parseHtml(answer.text())),
});

function checkStatus(answer: Answer, { rows, gone }: Places<never>, parsed: ReturnType<typeof parsing>): void {
  const { status } = answer;
  const saysGone = () => (looksLikeJson(answer) ? shows(json, parsed.json(), gone) : shows(html, parsed.html(), gone));
  if (rows === undefined && (status === 404 || status === 410 || (gone && saysGone()))) throw new NoSuchThing();
  if (status !== 200) throw new Unreadable(`expected a page with the status 200, found the status ${status}`);
}

function jsonIn(answer: Answer, places: JsonPlaces<never>): unknown {
  const parsed = parsing(answer);
  checkStatus(answer, places, parsed);
  const { from, rows, row = "" } = places;
  if (typeof from !== "string" || looksLikeJson(answer)) return parsed.json();
  const text = answer.text();
  const isRight = (one: unknown) => json.value(one, typeof rows === "string" ? rows : row) != null;
  const found = embeddedJson(text, from, isRight) ?? embeddedJson(text, from);
  if (found === null) throw new Unreadable(`expected JSON in the page at ${from}, found none that can be parsed`);
  return found;
}

function jsonRows(page: unknown, { rows, row = "" }: Places<never>): readonly unknown[] {
  if (rows === undefined) return [expected(page, row, "an object", (value) => value != null)];
  return typeof rows === "function" ? rows(page) : (expected(page, rows, "a list", Array.isArray) as unknown[]);
}

function htmlRows(page: Document, { rows, row }: Places<never>): readonly unknown[] {
  if (typeof rows === "function") return rows(page);
  if (rows !== undefined) return html.rows(page, rows);
  return row === undefined ? [page] : html.rows(page, row).slice(0, 1);
}

/** The value at a path. If it is of another kind, the error says how far the path leads. */
function expected(page: unknown, path: string, what: string, isRight: (value: unknown) => boolean): unknown {
  const value = json.value(page, path);
  if (isRight(value)) return value;
  const steps = path === "" ? [] : path.split(".");
  while (steps.length > 0 && json.value(page, steps.join(".")) === undefined) steps.pop();
  const there = steps.join(".");
  const is = `${there === "" ? "the response" : `"${there}"`} is ${valueInWords(json.value(page, there))}`;
  throw new Unreadable(`expected ${what}${path === "" ? "" : ` at "${path}"`}, but ${is}`);
}

function nothingSelected({ rows, row, empty }: HtmlPlaces<never>): Unreadable {
  const selector = String(rows ?? row);
  const hint = empty === undefined ? "; name what an empty list shows in `empty`" : ", nor the sign of an empty list";
  return new Unreadable(`expected elements at the selector "${selector}": the page has none${hint}`);
}

function factsOf<R extends object>(
  format: Format,
  page: unknown,
  places: Places<R>,
  numberOf: (found: unknown) => number | null,
  { records }: Page<R>,
  { url }: Answer,
): PageFacts {
  const known: Known<R> = { records, url, number: null, next: null };
  const valueAt = <T>(place: Place<R>, convert: (found: unknown) => T): T =>
    typeof place === "string" ? convert(format.value(page, place)) : (place(page, known) as T);
  const count = (place: Place<R> | number | undefined) =>
    typeof place === "number" || place === undefined ? (place ?? null) : valueAt(place, numberOf);
  const { next, echo = {} } = places;
  known.number = count(places.number);
  known.next = next === undefined ? null : valueAt(next, cleanText);
  const stated = () => Object.entries(echo).map(([part, place]) => [part, valueAt<unknown>(place, cleanText)]);
  return {
    total: count(places.total),
    number: known.number,
    lastPage: count(places.lastPage),
    size: count(places.size),
    ...(next !== undefined && { next: known.next }),
    echo: typeof echo === "function" ? echo(page) : Object.fromEntries(stated()),
  };
}
