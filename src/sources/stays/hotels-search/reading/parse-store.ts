import { Unreadable } from "../../../../contract/errors.ts";
import { isNode, Later, type Node } from "./store.ts";

/**
 * A third of a search's store is the list of filters that the site offers, which most requests never ask for. It is
 * cut out before the rest is parsed, and parsed when the reference that stands in its place is followed.
 */
const LIST = '"filters":[';
const PLACE = "winnow:filters";
const REFERENCE = Buffer.from(`"filters":{"__ref":"${PLACE}"}`);

/** The store that stands in a page from `start` to `end`. */
export function parseStore(page: Buffer, start: number, end: number): Node {
  const from = page.indexOf(LIST, start);
  const to = from < 0 || from > end ? -1 : endOfList(page, from + LIST.length, end);
  const whole = () => parseBlock(page.toString("latin1", start, end));
  if (to < 0) return whole();
  const rest = [page.subarray(start, from), REFERENCE, page.subarray(to, end)];
  // The list is copied too, behind the rest: the page is gone when its reader has run.
  const copy = Buffer.concat([...rest, page.subarray(from + LIST.length - 1, to)]);
  const listFrom = copy.length - (to - from - LIST.length + 1);
  const store = parseBlock(copy.toString("latin1", 0, listFrom));
  // References lead from the top of a store; another form has none.
  if (!isNode(store.ROOT_QUERY)) return whole();
  let filters: unknown;
  const later = new Later(() => (filters ??= parsed(copy.toString("latin1", listFrom))));
  return Object.defineProperty(store, PLACE, { value: later });
}

/** A block of JSON in a page. */
export function parseBlock(block: string): Node {
  const value = parsed(block);
  if (isNode(value)) return value;
  throw new Unreadable("an embedded block is no object");
}

function parsed(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch (error) {
    throw new Unreadable(`an embedded block is no JSON: ${(error as Error).message}`);
  }
}

const [QUOTE, OPEN, CLOSE] = [34, 91, 93];

/**
 * Just past the bracket that closes the list whose first item begins at `from`; -1 where there is none, or where a
 * bracket may be one in a text. By search from bracket to bracket, which passes over most of the list.
 */
function endOfList(page: Buffer, from: number, end: number): number {
  let depth = 1;
  let last = from - 1;
  let open = page.indexOf(OPEN, from);
  let close = page.indexOf(CLOSE, from);
  while (close >= 0 && close < end) {
    const at = open >= 0 && open < close ? open : close;
    if (mayBeInText(page, last, at)) return -1;
    if (at === open) {
      depth++;
      open = page.indexOf(OPEN, at + 1);
    } else {
      if (--depth === 0) return at + 1;
      close = page.indexOf(CLOSE, at + 1);
    }
    last = at;
  }
  return -1;
}

/** What stands before a quote that opens a text, or is one in a text. */
const BEFORE_TEXT = new Set(Buffer.from("{[,:\\ \t\r\n"));

/** Whether the nearest quote in front, back to a bracket that is none of a text, may have a text after it. */
function mayBeInText(page: Buffer, last: number, bracket: number): boolean {
  let at = bracket - 1;
  while (at > last && page[at] !== QUOTE) at--;
  return at > last && BEFORE_TEXT.has(page[at - 1]!);
}
