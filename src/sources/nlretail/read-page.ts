import { observed } from "../../source-kit/json.ts";
import { shallowJson } from "../../source-kit/shallow-json.ts";
import { type Answer, AskAgain, Page, Unreadable } from "../../source-kit/source.ts";
import { cleanText, parseAmount } from "../../source-kit/values.ts";
import { findListing } from "./find-listing.ts";
import { type Product, SearchProduct } from "./product.ts";
import { decodeStream, embeddedStream } from "./react-stream.ts";
import { readFragmentCards } from "./read-fragment.ts";
import { readRenderedCards } from "./read-rendered.ts";

/** Reads a search response in any of the site's forms. */
export function readPage(answer: Answer, origin: string): Page<Product> {
  const stream = embeddedStream(answer.body);
  const embedded = stream === null ? null : decodeStream(stream);
  const page = embedded && readData(embedded.data, origin);
  if (page) return page;
  const text = answer
    .text()
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.startsWith("<")) return readHtml(text, origin);
  const saved = dataIn(text);
  if (saved === null) throw new Unreadable("neither a page nor an interned table");
  const listing = readData(saved.data, origin);
  if (listing === null) throw new Unreadable("the table holds no list of products");
  return listing;
}

/** JSON with plain keys: a response decoded before it was saved, or its products. */
const PLAIN = /^(?:\[\s*)?\{\s*"(?!_\d)/;

function dataIn(text: string): { data: unknown } | null {
  if (!PLAIN.test(text)) return text.startsWith("[") ? decodeStream(text) : null;
  try {
    const data: unknown = observed(shallowJson(text));
    return { data: Array.isArray(data) ? { products: data } : data };
  } catch {
    return null;
  }
}

/** Null if the data has no listing. */
function readData(data: unknown, origin: string): Page<Product> | null {
  const { cards, searchText, page: number, lastPage, total } = findListing(data);
  if (cards === null && total !== 0) return null;
  const page = Page.of(
    cards ?? [],
    (card) => (typeof card === "string" ? card : SearchProduct.read(card.product, { origin, around: card.around })),
    { number, lastPage, total, echo: { keyword: searchText } },
  );
  return withAdverts(page);
}

function readHtml(html: string, origin: string): Page<Product> {
  const total = resultCount(html);
  for (const read of [readFragmentCards, readRenderedCards]) {
    const page = read(html, origin);
    if (page.records.length > 0) {
      return withAdverts(page.saying({ ...linkedPages(html), total, echo: { keyword: searchTextIn(html) } }));
    }
  }
  if (total === 0) return Page.empty<Product>().saying({ total, echo: { keyword: searchTextIn(html) } });
  const unreadable = new Unreadable("a page without products, in none of the known forms");
  if (LISTING_SHELL.test(html)) throw new AskAgain("a listing whose products are not there yet", unreadable);
  throw unreadable;
}

/** The frame of a listing, which occasionally comes without its products and leaves them to the browser. */
const LISTING_SHELL = /__reactRouterContext|id="js_items_content"|data-test="listpage"/;

/** Advertised products are also among the others: the site does not count them, and they do not make a page longer. */
const withAdverts = (page: Page<Product>): Page<Product> =>
  page.notCounting(({ is_sponsored }) => is_sponsored === true);

/** The search text: in a hidden field of the filters, otherwise in the links to other pages. */
function searchTextIn(html: string): string | null {
  const [field = ""] = /<input\b[^>]*\bname="searchtext"[^>]*>/.exec(html) ?? [];
  const stated = /\bvalue="([^"]*)"/.exec(field)?.[1];
  const linked = () =>
    new URLSearchParams(/[?;&]searchtext=[^&"]*/.exec(pagination(html))?.[0].slice(1)).get("searchtext");
  return cleanText(stated ?? linked());
}

function resultCount(html: string): number | null {
  const [, shown] =
    /data-test(?:id)?="number-of-(?:articles|results)"[^>]*>\s*([\d.]+)\s/i.exec(html) ??
    />\s*(\d[\d.]*)\s+(?:zoek)?resultaten\s*</i.exec(html) ??
    [];
  if (shown === undefined && />[^<]*\bgeen (?:zoek)?resultaten\b[^<]*</i.test(html)) return 0;
  return parseAmount(shown);
}

/** The current page is the one that the links below the list omit; the last is the highest they lead to. */
function linkedPages(html: string): { number: number | null; lastPage: number | null } {
  const links = pagination(html);
  if (links === "") return { number: null, lastPage: null };
  const [, active, current] =
    /class="[^"]*\bis-active\b[^"]*"[^>]*>\s*(?:<[^>]*>\s*)*(\d+)\s*<|aria-current="?(?:page|true)"?[^>]*>\s*(\d+)\s*</.exec(
      links,
    ) ?? [];
  const numbers = [...links.matchAll(/data-page-number="(\d+)"|[?&;]page=(\d+)/g)].map(([, attribute, query]) =>
    Number(attribute ?? query),
  );
  const number = Number(active ?? current) || null;
  return { number, lastPage: Math.max(number ?? 1, ...numbers) };
}

/** The links below the list, searched for from the end by what both of their forms share. Empty if there are none. */
function pagination(html: string): string {
  const mark = '="pagination"';
  for (let at = html.lastIndexOf(mark); at > 0; at = html.lastIndexOf(mark, at - 1)) {
    const name = /data-test(?:id)?$/.exec(html.slice(Math.max(0, at - "data-testid".length), at));
    const start = at - (name?.[0].length ?? 0);
    if (name) return html.slice(start, start + 20_000);
  }
  return "";
}
