import { all, type Document, type Element, one, textOf } from "./dom.ts";
import { isInFrame } from "./sections.ts";

export interface Details {
  industry: string | null;
  location: string | null;
  size: string | null;
}

const SIZE = /\d[\d\s,.+–-]*(?:\+\s*)?(?:employees?\b|موظف)|^(?:\+\s*)?\d[\d,]*\s*(?:[-–]\s*\d[\d,]*|\+)$/i;

const LONGEST_SIZE = 60;

/** Labels of the details on an employer's own page. */
const LABELS: ReadonlyArray<readonly [keyof Details, RegExp]> = [
  ["size", /size|employees|عدد الموظفين|حجم/i],
  ["industry", /industry|sector|القطاع|قطاع|المجال/i],
  ["location", /location|headquarters|based in|المقر|المكان|^الموقع$/i],
];

/** Industry, place and size: labelled on an employer's own page, bare beside the name on a basic one. */
export function detailsOf(page: Document, heading: Element): Details {
  const labelled = labelledDetails(page);
  const bare = bareDetails(heading);
  return {
    industry: labelled.industry ?? bare.industry,
    location: labelled.location ?? bare.location,
    size: labelled.size ?? bare.size,
  };
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

const nextElement = (element: Element) => {
  let next = element.next;
  while (next && !("attribs" in next)) next = next.next;
  return next;
};

/** `h1 + ul.list.is-basic`: the size is known by its words; what is left is industry, then place. */
function bareDetails(heading: Element): Details {
  const list = listBeside(heading);
  const lines = list
    ? all("li", list)
        .map(textOf)
        .filter((text) => text !== null)
    : [];
  const size = lines.find((line) => line.length < LONGEST_SIZE && SIZE.test(line)) ?? null;
  const [first = null, second = null] = lines.filter((line) => line !== size && !FOLLOWERS.test(line));
  if (second === null && first?.includes(" - ")) return { industry: null, location: first, size };
  return { industry: first, location: second, size };
}

export const FOLLOWERS = /followers?\b|متابع/i;

/** The list next to the name, or next to the box around the name. */
function listBeside(heading: Element): Element | null {
  for (let at: Element = heading, climbs = 0; climbs < 3; climbs++) {
    for (let next = at.next; next; next = next.next) {
      if (!("attribs" in next)) continue;
      // What has a heading of its own is another part of the page.
      if (/^(?:h[1-6]|footer|nav)$/.test(next.name) || one("h2, h3", next)) return null;
      const list = next.name === "ul" ? next : one("ul.list.is-basic", next);
      if (list && /\bis-basic\b/.test(list.attribs.class ?? "")) return list;
    }
    if (!at.parent || !("attribs" in at.parent)) return null;
    at = at.parent;
  }
  return null;
}
