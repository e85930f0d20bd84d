import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { Page, type PageFacts } from "../../contract/page.ts";
import type { Answer, ReadingContext } from "../../contract/site.ts";
import { cleanText, wholeOf } from "../../contract/values.ts";
import { parseHtml } from "../html.ts";
import { jsonOf } from "../json.ts";
import { amountOf } from "../written/numbers.ts";
import type { Format } from "./field.ts";
import { html, json } from "./formats.ts";

interface Reads<R extends object> {
  read(row: unknown, context: any): R | "unreadable";
}

/** Where a page says what it answers, by part of the operation's `echo`. */
type EchoPlaces = Readonly<Record<string, string>>;

/** Where a page of a list has its rows and its facts. */
interface ListPlaces {
  rows: string;
  total?: string;
  number?: string;
  lastPage?: string;
  /** A place, or the number itself if every full page has as many rows. */
  size?: string | number;
  next?: string;
  echo?: EchoPlaces;
}

type PageReader<R extends object> = (answer: Answer, body: unknown, context: ReadingContext) => Page<R>;

/** Reads a JSON page with a list at a path. */
export const jsonList =
  <R extends object>(record: Reads<R>, locators: ListPlaces): PageReader<R> =>
  (answer, _body, context) => {
    const page = jsonOf(answer);
    const rows = json.value(page, locators.rows);
    if (!Array.isArray(rows)) throw new Unreadable(`no list at ${locators.rows}`);
    return Page.of(rows, (row: unknown) => record.read(row, context), factsOf(json, page, locators, wholeOf));
  };

/** Reads an HTML page with the rows that a selector finds. A page without rows must match `empty` or state a total of 0. */
export const htmlList =
  <R extends object>(record: Reads<R>, locators: ListPlaces & { empty?: string }): PageReader<R> =>
  (answer, _body, context) => {
    const page = parseHtml(answer.text());
    const rows = html.rows(page, locators.rows);
    const facts = factsOf(html, page, locators, amountOf);
    const isEmpty = facts.total === 0 || (locators.empty !== undefined && html.rows(page, locators.empty).length > 0);
    if (rows.length === 0 && !isEmpty) throw new Unreadable(`nothing that ${locators.rows} selects`);
    return Page.of(rows, (row) => record.read(row, context), facts);
  };

/** Reads a JSON page about one item; 404 means that it does not exist. */
export const jsonThing =
  <R extends object>(record: Reads<R>, locator?: string, echo?: EchoPlaces): PageReader<R> =>
  (answer, _body, context) => {
    if (answer.status === 404) throw new NoSuchThing();
    const page = jsonOf(answer);
    const rows = [locator ? json.value(page, locator) : page];
    return Page.of(rows, (row) => record.read(row, context), echoIn(json, page, echo));
  };

/** Reads an HTML page about one item; 404 means that it does not exist. */
export const htmlThing =
  <R extends object>(record: Reads<R>, echo?: EchoPlaces): PageReader<R> =>
  (answer, _body, context) => {
    if (answer.status === 404) throw new NoSuchThing();
    const page = parseHtml(answer.text());
    return Page.of([page], (row) => record.read(row, context), echoIn(html, page, echo));
  };

function factsOf(
  format: Format,
  page: unknown,
  locators: ListPlaces,
  numberOf: (found: unknown) => number | null,
): PageFacts {
  const count = (locator: string | number | undefined) =>
    typeof locator === "string" ? numberOf(format.value(page, locator)) : (locator ?? null);
  return {
    total: count(locators.total),
    number: count(locators.number),
    lastPage: count(locators.lastPage),
    size: count(locators.size),
    ...(locators.next !== undefined && { next: cleanText(format.value(page, locators.next)) }),
    ...echoIn(format, page, locators.echo),
  };
}

function echoIn(format: Format, page: unknown, echo: EchoPlaces = {}): PageFacts {
  const stated = Object.entries(echo).map(([part, locator]) => [part, cleanText(format.value(page, locator))]);
  return { echo: Object.fromEntries(stated) };
}
