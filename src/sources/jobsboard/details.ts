import {
  type AnyNode,
  all,
  attributeOf,
  type Document,
  type Element,
  leavesOf,
  nextElement,
  one,
  textOf,
} from "../../source-kit/html.ts";
import { isInFrame, textNodes } from "./sections.ts";

export interface Details {
  industry: string | null;
  location: string | null;
  size: string | null;
}

const SIZE = /\d[\d\s,.+–-]*(?:\+\s*)?(?:employees?\b|موظف)|^(?:\+\s*)?\d[\d,]*\s*(?:[-–]\s*\d[\d,]*|\+)$/i;

/** Longer lines are prose, not names. */
const LONGEST = 60;

const FOLLOWERS = /followers?\b|متابع/i;

/** Labels of the details on an employer's own page. */
const LABELS: ReadonlyArray<readonly [keyof Details, RegExp]> = [
  ["size", /size|employees|عدد الموظفين|حجم/i],
  ["industry", /industry|sector|القطاع|قطاع|المجال/i],
  ["location", /location|headquarters|based in|المقر|المكان|^الموقع$/i],
];

/** Industry, place and size: labelled on an employer's own page, marked or bare beside the name on the others. */
export function readDetails(page: Document, heading: Element): Details {
  const found = [labelledDetails(page), markedDetails(page), bareDetails(heading), paragraphDetails(heading)];
  const first = (field: keyof Details) => found.map((details) => details[field]).find((value) => value != null) ?? null;
  return { industry: first("industry"), location: first("location"), size: first("size") };
}

function labelledDetails(page: Document): Partial<Details> {
  const details: Partial<Details> = {};
  for (const label of all("dl dt", page)) {
    const value = textOf(nextElement(label));
    const words = textOf(label);
    if (!words || !value || isInFrame(label)) continue;
    const field = LABELS.find(([, pattern]) => pattern.test(words))?.[0];
    if (field) details[field] ??= value;
  }
  return details;
}

/** An older page marks the industry; its place and size are in the same list, or in the adjacent one. */
function markedDetails(page: Document): Partial<Details> {
  const industry = one("li[data-automation-id=industry]", page);
  const list = industry?.parent && "attribs" in industry.parent ? industry.parent : null;
  if (!industry || !list) return {};
  const lists = [list, nextElement(list)]
    .filter((element) => element !== null)
    .filter(({ name }) => /^[uo]l$/.test(name));
  const others = lists.flatMap((element) => all("li", element)).filter((line) => line !== industry);
  const marked = others.find((line) => /location|country|city/i.test(attributeOf("data-automation-id", line) ?? ""));
  const lines = others.map(lastPart).filter((text) => text !== null);
  const size = lines.find(isSize) ?? null;
  return {
    industry: textOf(industry),
    location: textOf(marked ?? null) ?? lines.find((line) => line !== size && !FOLLOWERS.test(line)) ?? null,
    size: size ?? lastSpan(lists.at(-1) ?? null),
  };
}

/** A line may have its label and its value in separate spans. */
function lastPart(line: Element): string | null {
  const spans = all("span", line);
  return textOf(spans.length > 1 ? spans.at(-1) : line);
}

/** If no words mark the size, it is the last entry. */
function lastSpan(list: Element | null): string | null {
  const last = list ? all("li:not([data-automation-id]) span", list).at(-1) : null;
  return last && /\d/.test(textOf(last) ?? "") ? textOf(last) : null;
}

/** `h1 + ul.list.is-basic`: the size is recognised by its words; the rest is industry, then place. */
function bareDetails(heading: Element): Details {
  const list = listBeside(heading);
  const lines = list ? linesOf(all("li", list)) : [];
  const size = lines.find(isSize) ?? null;
  const [first = null, second = null] = lines.filter((line) => line !== size && !FOLLOWERS.test(line));
  if (second === null && first?.includes(" - ")) return { industry: null, location: first, size };
  return { industry: first, location: second, size };
}

/** The oldest page has a paragraph for each, in this order, between the name and the rest. */
function paragraphDetails(heading: Element): Partial<Details> {
  const lines: Array<string | null> = [];
  for (let next = nextElement(heading); next && !/^h[1-6]$/.test(next.name); next = nextElement(next)) {
    if (next.name === "p") lines.push(textOf(next));
  }
  const [industry = null, place = null, third = null] = lines.map((line) => (isShort(line) ? line : null));
  const size = [third, place].find((line) => line !== null && isSize(line)) ?? third;
  return { industry, location: place === size ? null : place, size };
}

const linesOf = (elements: Element[]) => elements.map(textOf).filter((text) => text !== null);
const isShort = (line: string | null) => line !== null && line.length < LONGEST;
const isSize = (line: string) => isShort(line) && SIZE.test(line);

/** The list next to the name, or next to the box around the name. */
function listBeside(heading: Element): Element | null {
  for (let at: Element = heading, climbs = 0; climbs < 3; climbs++) {
    for (let next = nextElement(at); next; next = nextElement(next)) {
      // An element with its own heading is another part of the page.
      if (/^(?:h[1-6]|footer|nav)$/.test(next.name) || one("h2, h3", next)) return null;
      const list = next.name === "ul" ? next : one("ul.list.is-basic", next);
      if (list && /\bis-basic\b/.test(list.attribs.class ?? "")) return list;
    }
    if (!at.parent || !("attribs" in at.parent)) return null;
    at = at.parent;
  }
  return null;
}

const TIMES: Record<string, number> = { k: 1e3, m: 1e6, ألف: 1e3, مليون: 1e6 };
const AMOUNT = /(\d[\d,.٬٫]*)\s*(k|m|ألف|مليون)?(?![a-z])/i;

const MAX_CLIMBS = 2;

/** The number in the same text as the word for followers, or in the surrounding box. */
export function readFollowers(page: Document): number | null {
  for (const word of textNodes(FOLLOWERS, page)) {
    const amount = amountAround(word);
    if (amount !== null) return amount;
  }
  return null;
}

function amountAround(word: AnyNode): number | null {
  if (!word.parent || !("attribs" in word.parent) || isInFrame(word.parent)) return null;
  for (let at: AnyNode | null = word, climbs = 0; at && climbs <= MAX_CLIMBS; at = at.parent, climbs++) {
    const text = leavesOf(at).join(" ");
    if (text.length >= LONGEST) return null;
    const amount = amountIn(text);
    if (amount !== null) return amount;
  }
  return null;
}

function amountIn(text: string): number | null {
  const [, digits, unit] = AMOUNT.exec(westernDigits(text)) ?? [];
  if (!digits) return null;
  const times = TIMES[(unit ?? "").toLowerCase()] ?? 1;
  // Before a unit, the point is a decimal point; elsewhere it groups thousands, as the comma does.
  const plain = times > 1 ? digits.replace(/[,٬]/g, "").replace("٫", ".") : digits.replace(/[,.٬٫]/g, "");
  const amount = Math.round(Number(plain) * times);
  return Number.isFinite(amount) ? amount : null;
}

const westernDigits = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
