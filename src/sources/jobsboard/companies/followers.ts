import type { AnyNode, Document } from "../../../source-kit/html.ts";
import { FOLLOWERS } from "./details.ts";
import { isInFrame, leavesOf, textNodes } from "./sections.ts";

const TIMES: Record<string, number> = { k: 1e3, m: 1e6, ألف: 1e3, مليون: 1e6 };
const AMOUNT = /(\d[\d,.٬٫]*)\s*(k|m|ألف|مليون)?(?![a-z])/i;

/** A text that is longer speaks of followers rather than counting them. */
const LONGEST = 60;
const MOST_CLIMBS = 2;

/** The number in one text with the word for followers, or in the box around it. */
export function followersOf(page: Document): number | null {
  for (const word of textNodes(FOLLOWERS, page)) {
    const amount = amountAround(word);
    if (amount !== null) return amount;
  }
  return null;
}

function amountAround(word: AnyNode): number | null {
  if (!word.parent || !("attribs" in word.parent) || isInFrame(word.parent)) return null;
  for (let at: AnyNode | null = word, climbs = 0; at && climbs <= MOST_CLIMBS; at = at.parent, climbs++) {
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
  const times = unit ? TIMES[unit.toLowerCase()]! : 1;
  // Before a unit the point is a decimal one; elsewhere it groups thousands, as the comma does.
  const plain = times > 1 ? digits.replace(/[,٬]/g, "").replace("٫", ".") : digits.replace(/[,.٬٫]/g, "");
  const amount = Math.round(Number(plain) * times);
  return Number.isFinite(amount) ? amount : null;
}

const westernDigits = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
