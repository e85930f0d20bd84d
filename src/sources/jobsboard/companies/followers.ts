import { FOLLOWERS } from "./details.ts";
import { all, type Document, textOf } from "./dom.ts";
import { isInFrame, leavesOf } from "./sections.ts";

const TIMES: Record<string, number> = { k: 1e3, m: 1e6, ألف: 1e3, مليون: 1e6 };
const AMOUNT = /(\d[\d,.٬٫]*)\s*(k|m|ألف|مليون)?(?![a-z])/i;

/** The number beside the word for followers: in one text with it, or in the text next to it. */
export function followersOf(page: Document): number | null {
  const bearers = all("li, span, div, p, a, button, dd", page).filter((element) => {
    const text = textOf(element);
    return text !== null && text.length < 60 && FOLLOWERS.test(text) && !isInFrame(element);
  });
  for (const bearer of bearers) {
    const text = leavesOf(bearer).join(" ");
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
