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

/** Where a page of a list has its rows and its facts. */
interface ListPlaces {
  rows: string;
  total?: string;
  number?: string;
  lastPage?: string;
  size?: string;
  next?: string;
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
  <R extends object>(record: Reads<R>, locator?: string): PageReader<R> =>
  (answer, _body, context) => {
    if (answer.status === 404) throw new NoSuchThing();
    const page = jsonOf(answer);
    return Page.of([locator ? json.value(page, locator) : page], (row) => record.read(row, context));
  };

/** Reads an HTML page about one item; 404 means that it does not exist. */
export const htmlThing =
  <R extends object>(record: Reads<R>): PageReader<R> =>
  (answer, _body, context) => {
    if (answer.status === 404) throw new NoSuchThing();
    return Page.of([parseHtml(answer.text())], (row) => record.read(row, context));
  };

function factsOf(
  format: Format,
  page: unknown,
  locators: ListPlaces,
  numberOf: (found: unknown) => number | null,
): PageFacts {
  const count = (locator: string | undefined) => (locator === undefined ? null : numberOf(format.value(page, locator)));
  return {
    total: count(locators.total),
    number: count(locators.number),
    lastPage: count(locators.lastPage),
    size: count(locators.size),
    ...(locators.next !== undefined && { next: cleanText(format.value(page, locators.next)) }),
  };
}
