import { typedThings } from "../../../../source-kit/embedded-json.ts";
import { html } from "../../../../source-kit/fields/formats.ts";
import { all, type Document, type Element, parseHtml, textOf } from "../../../../source-kit/html.ts";
import { type Column, type Proposal, proposeFields } from "./fields.ts";
import { proposalInJson, proposalWeight, thingInJson } from "./in-json.ts";

const MIN_ROWS = 3;
/** Groups that are examined closely, the most frequent first. */
const MAX_GROUPS = 80;
/** Attributes that sites use to identify their elements. */
const MARKS = ["data-testid", "data-test", "data-qa", "itemprop", "itemtype"];
const VALUES = /^(?:href|src|content|datetime|data-(?!testid$|test$|qa$)[\w-]+)$/;
const LONGEST_VALUE = 300;

/** The repeated elements of a page with the most fields, or a list in one of its scripts. */
export function proposalInHtml(text: string): Proposal | null {
  const page = parseHtml(text);
  const proposals = [
    ...groupsIn(page).map(([selector, rows]) => proposalOf(selector, rows)),
    ...scriptsIn(page, proposalInJson),
  ];
  const [best] = proposals.sort((a, b) => markedWeight(b) - markedWeight(a));
  if (!best || best.fields.length < 2) return null;
  const mark = best.format === "html" ? rowMark(columns(all(best.at, page))) : "";
  return mark === "" ? best : proposalOf(best.at + mark, all(best.at + mark, page));
}

/** The site's own markers are worth more than a class, which may change with any release. */
const markedWeight = (proposal: Proposal) => proposalWeight(proposal) * (proposal.at.includes("[") ? 1.25 : 1);

const proposalOf = (rows: string, elements: Element[]): Proposal => ({
  kind: "list",
  format: "html",
  script: null,
  at: rows,
  count: elements.length,
  fields: proposeFields(columns(elements), elements.length),
});

/** What rows have and the adverts among them lack, as a selector: an ID, or what goes with most other values. */
function rowMark(found: readonly Column[]): string {
  const usual = found.filter(({ values }) => values.filter(Boolean).length > values.length / 2);
  const isRow = (nth: number) => usual.filter(({ values }) => values[nth]).length > usual.length / 2;
  const isMark = ({ place, values }: Column) =>
    values.some((value) => !value) &&
    (/(?:\bid|-id|sku)$/i.test(place) || values.every((value, nth) => Boolean(value) === isRow(nth)));
  const [selector = "", attribute] = usual.find(isMark)?.place.split("@") ?? [];
  const mark = attribute === undefined ? selector : `${selector}[${attribute}]`;
  return selector === "" ? mark : `:has(${mark})`;
}

function* scriptsIn(page: Document, proposed: typeof proposalInJson): Generator<Proposal> {
  for (const script of all("script[id], script[type$=json]", page)) {
    const attribute = script.attribs.id ? "id" : "type";
    try {
      const found = proposed(JSON.parse(textOf(script) ?? ""), `${attribute}="${script.attribs[attribute]}"`);
      if (found) yield found;
    } catch {
      // A script with code, not data.
    }
  }
}

/** Parts of a page, not what it is about. */
const PARTS = /^(?:BreadcrumbList|WebSite|WebPage|ItemList|CollectionPage|ImageObject|SearchAction|Organization)$/;

/** The thing that a page is about: typed data, JSON in a script, or its terms, marked elements and heading. */
export function thingInHtml(text: string): Proposal | null {
  const page = parseHtml(text);
  const typed = typedThings(text)
    .filter(({ type }) => !PARTS.test(type))
    .flatMap(({ type, thing }) => {
      const found = thingInJson(thing);
      return found?.at === "" ? [{ ...found, script: `@type=${type}` }] : [];
    });
  const fields = proposeFields(termsOf(page), 1);
  const marked: Proposal = { kind: "thing", format: "html", script: null, at: "", count: 1, fields };
  const states = [...scriptsIn(page, thingInJson)].filter(({ script }) => !script?.includes("ld+json"));
  const [best] = [...typed, ...states, marked].sort((a, b) => b.fields.length - a.fields.length);
  return best && best.fields.length > 1 ? best : null;
}

const TERMS = { dt: "dd", th: "td" };

/** The heading, what the site's own markers name, and the values of definition lists and of tables with a heading for each row. */
function termsOf(page: Document): Column[] {
  const columns = ["link[rel=canonical]@href", "h1", "meta[name=description]@content"].map((place) => ({
    place,
    words: { h: "name", l: "url", m: "description" }[place[0]!]!,
  }));
  for (const element of all("[itemprop]", page)) {
    const place = `[itemprop="${element.attribs.itemprop}"]`;
    const attribute = ["content", "href", "src", "datetime"].find((name) => element.attribs[name]);
    columns.push({ place: attribute ? `${place}@${attribute}` : place, words: element.attribs.itemprop! });
  }
  for (const [term, value] of Object.entries(TERMS)) {
    for (const element of all(term, page)) {
      const words = textOf(element) ?? "";
      if (/^[^"@\\]{2,40}$/.test(words)) columns.push({ place: `${term}:contains("${words}") + ${value}`, words });
    }
  }
  return columns.map((column) => ({ ...column, values: [valueAt(page, column.place)] }));
}

/** A longer text is not a value. */
function valueAt(row: Document | Element, place: string): string | null {
  const value = html.value(row, place);
  return typeof value === "string" && value.length <= LONGEST_VALUE ? value : null;
}

/** Similar elements: by a marker of the site, by their classes, or by their place in a list. None is inside another. */
function groupsIn(page: Document): Array<[string, Element[]]> {
  const groups = new Map<string, Element[]>();
  for (const element of all("body *", page)) {
    for (const selector of selectors(element)) {
      const group = groups.get(selector) ?? [];
      group.push(element);
      groups.set(selector, group);
    }
  }
  return [...groups]
    .filter(([, group]) => {
      const members = new Set(group);
      return group.length >= MIN_ROWS && group.every((row) => !isInside(row, members));
    })
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_GROUPS);
}

function isInside({ parent }: Element, group: ReadonlySet<unknown>): boolean {
  for (let outer = parent; outer; outer = outer.parent) if (group.has(outer)) return true;
  return false;
}

/** Selectors of an element, the most specific first. Classes with special characters would need escaping. */
function selectors({ name, attribs, parent }: Element): string[] {
  const marks = MARKS.flatMap((mark) => (attribs[mark] ? [`${name}[${mark}="${attribs[mark]}"]`] : []));
  const classes = (attribs.class ?? "").split(/\s+/).filter((word) => /^[A-Za-z][\w-]*$/.test(word));
  const own = [...marks, ...classes.map((word) => `${name}.${word}`)];
  if (own.length > 0 || !parent || parent.type !== "tag") return own;
  return selectors(parent as Element)
    .slice(0, 1)
    .map((outer) => `${outer} > ${name}`);
}

function columns(rows: readonly Element[]): Column[] {
  const places = new Map<string, string>();
  for (const row of rows) for (const [place, words] of placesIn(row)) places.set(place, words);
  return [...places].map(([place, words]) => ({ place, words, values: rows.map((row) => valueAt(row, place)) }));
}

/** Texts and attributes of a row, with words for a name. */
function* placesIn(row: Element): Generator<[string, string]> {
  for (const name of Object.keys(row.attribs)) if (VALUES.test(name)) yield [`@${name}`, name.replace(/^data-/, "")];
  for (const element of all("*", row.children)) {
    const [selector = element.name] = selectors(element).filter((one) => !one.includes(" "));
    const words = wordsFor(element, selector);
    if (element.children.some((child) => child.type === "text" && child.data.trim() !== "")) yield [selector, words];
    for (const name of Object.keys(element.attribs)) {
      if (!VALUES.test(name)) continue;
      const usual = { href: "url", src: "image" }[name] ?? name.replace(/^data-/, "");
      yield [`${selector}@${name}`, `${words} ${usual}`];
    }
  }
}

const wordsFor = ({ name, attribs }: Element, selector: string): string => {
  if (/^h[1-6]$/.test(name)) return "name";
  const mark = MARKS.map((one) => attribs[one]).find(Boolean);
  // Names generated by a build tool mean nothing.
  const className = selector.split(".").slice(1).join(" ");
  return mark ?? (/\d\w*\d/.test(className) ? name : className || name);
};
