import { parseDocument } from "htmlparser2";
import type { StandIn, StandInCall, StandInReply } from "../../contract/stand-in.ts";
import { html, json } from "../fields/formats.ts";
import { all } from "../html.ts";
import { asList, at, isObject } from "../json.ts";
import { filtered, hasWords, paged } from "./lists.ts";
import { escapeHtml } from "./markup.ts";
import { challenge, notFound } from "./replies.ts";

/** An exchange as `winnow redact` writes it: without any content of the site. */
export interface RecordedAnswer {
  method: string;
  /** Path and query. */
  path: string;
  body: string | null;
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/**
 * How to derive further pages of a list from the recorded ones: where the rows are (a JSON path or a selector), and the
 * facts of a page.
 */
export interface RecordedList {
  rows: string;
  /** The parameter with the page number or the offset of the first row. */
  page?: string;
  offset?: string;
  /** Parameters whose words must occur in a row. */
  words?: readonly string[];
  /** Parameters that filter: where a row has the value, by parameter. */
  filters?: Readonly<Record<string, string>>;
  /** Where the site repeats a parameter: JSON paths or selectors, by parameter. */
  echo?: Readonly<Record<string, string>>;
  /** Where a page has these facts. */
  total?: string;
  number?: string;
  lastPage?: string;
}

/**
 * A stand-in that replays recorded responses. If `lists` is given, it creates other pages and searches of a list from the
 * recorded rows; any other address is a 404.
 */
export function recordedStandIn(
  exchanges: readonly RecordedAnswer[],
  lists: Readonly<Record<string, RecordedList>> = {},
): StandIn {
  const byRequest = new Map(exchanges.map((one) => [key(one.method, one.path, one.body), one]));
  const answer = (call: StandInCall): StandInReply => {
    const { pathname, search, origin } = call.url;
    const found = byRequest.get(key(call.method, pathname + search, call.body || null));
    if (found) return reply(found, found.text, origin);
    const list = lists[pathname];
    const same = exchanges.filter(({ path }) => path.split("?")[0] === pathname);
    return (list && same[0] && derived(list, same, call)) ?? notFound();
  };
  return { answer, challenge };
}

/** Ignores the order of parameters. */
function key(method: string, path: string, body: string | null): string {
  const { pathname, searchParams } = new URL(path, "https://site.example");
  searchParams.sort();
  return `${method} ${pathname}?${searchParams} ${body ?? ""}`;
}

/** Replaces the site's hosts with this one, which serves all its origins. */
function reply({ status, headers }: RecordedAnswer, text: string, origin: string): StandInReply {
  const local = (words: string) =>
    words
      .replace(/https:\/\/\w+\.example(?![\w.])/g, origin)
      .replace(/https:\\\/\\\/\w+\.example(?![\w.])/g, origin.replaceAll("/", "\\/"));
  const own = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, local(value)]]));
  return { status, headers: Object.fromEntries(own), body: local(text) };
}

function derived(list: RecordedList, recorded: readonly RecordedAnswer[], { url }: StandInCall): StandInReply | null {
  const [first] = recorded;
  if (!first) return null;
  const isHtml = /^\s*</.test(first.text);
  const rowsOf = isHtml ? htmlRows : jsonRows;
  const pages = recorded.filter(({ status }) => status === 200).map(({ text }) => rowsOf(text, list.rows));
  const rows = [...new Set(pages.flat())];
  const size = Math.max(1, ...pages.map(({ length }) => length));
  const words = (list.words ?? []).map((name) => [name, hasWords] as const);
  const filters = Object.entries(list.filters ?? {}).map(([name, place]) => [name, hasValue(place, isHtml)] as const);
  const found = filtered(rows, url.searchParams, Object.fromEntries([...words, ...filters]));
  const offset = list.offset === undefined ? null : Number(url.searchParams.get(list.offset) ?? 0);
  const number = offset === null ? url.searchParams.get(list.page ?? "") : offset / size + 1;
  const page = paged(found, number, size);
  if (!page) return null;
  const echoed = Object.entries(list.echo ?? {}).map(([name, place]) => [place, url.searchParams.get(name)]);
  const says = {
    ...Object.fromEntries(echoed),
    [list.total ?? ""]: page.total,
    [list.number ?? ""]: page.page,
    [list.lastPage ?? ""]: page.lastPage,
  };
  const text = (isHtml ? htmlWith : jsonWith)(first.text, list.rows, page.items, says);
  return reply(first, text, url.origin);
}

/** Whether a row has the value of a parameter, in any case. */
const hasValue = (place: string, isHtml: boolean) => (row: string, wanted: string) => {
  const found = isHtml ? html.values(parseDocument(row), place) : json.values(JSON.parse(row), place);
  return found.some((value) => String(value).toLowerCase() === wanted.toLowerCase());
};

const jsonRows = (text: string, path: string): string[] =>
  asList(at(JSON.parse(text), ...path.split("."))).map((row) => JSON.stringify(row));

function jsonWith(text: string, path: string, rows: string[], says: Record<string, unknown>): string {
  const page: unknown = JSON.parse(text);
  const put = { [path]: rows.map((row): unknown => JSON.parse(row)), ...says };
  for (const [place, value] of Object.entries(put)) {
    const keys = place.split(".");
    const holder = at(page, ...keys.slice(0, -1));
    if (place !== "" && isObject(holder)) Object.assign(holder, { [keys.at(-1) ?? ""]: value });
  }
  return JSON.stringify(page);
}

const placesOf = (text: string, selector: string) =>
  all(selector, parseDocument(text, { withStartIndices: true, withEndIndices: true })).flatMap(
    ({ startIndex, endIndex }) =>
      startIndex === null || endIndex === null ? [] : [{ from: startIndex, to: endIndex + 1 }],
  );

const htmlRows = (text: string, selector: string): string[] =>
  placesOf(text, selector).map(({ from, to }) => text.slice(from, to));

/** The page with its rows and facts replaced. */
function htmlWith(text: string, selector: string, rows: string[], says: Record<string, unknown>): string {
  const places = placesOf(text, selector);
  const [from, to] = [places[0]?.from ?? text.length, places.at(-1)?.to ?? text.length];
  const page = text.slice(0, from) + rows.join("") + text.slice(to);
  return Object.entries(says).reduce(
    (changed, [place, value]) => (place === "" ? changed : htmlSaying(changed, place, escapeHtml(String(value ?? "")))),
    page,
  );
}

/** The page with another text in an element, or in its attribute (`main@data-total`). */
function htmlSaying(text: string, place: string, value: string): string {
  const [selector = "", attribute] = place.split("@");
  const [found] = placesOf(text, selector);
  if (!found) return text;
  const [, open = "", inner = "", close = ""] =
    /^(<[^>]*>)([\s\S]*?)(<\/[^<>]*>)?$/.exec(text.slice(found.from, found.to)) ?? [];
  const named = attribute && open.replace(new RegExp(`(\\s${attribute}=)(?:"[^"]*"|'[^']*')`), `$1"${value}"`);
  return text.slice(0, found.from) + (named ? named + inner : open + value) + close + text.slice(found.to);
}
