import { decodeHTML } from "entities";

/** Converts values of a page to values of a record: the contract's rules, shared by all sources. */

/** What makes text unclean: tags, entities, white space other than single blanks between words. */
const UNCLEAN = /[<&]|\s{2}|[^\S ]|^\s|\s$/;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** Text as the contract requires it: without tags, entities decoded, white space collapsed; null if empty. */
export function cleanText(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return null;
  if (!UNCLEAN.test(value)) return value || null;
  const untagged = value.includes("<") ? value.replace(TAG, " ") : value;
  const decoded = untagged.includes("&") ? decodeHTML(untagged) : untagged;
  return decoded.replace(/\s+/g, " ").trim() || null;
}

/** A number sent as a number or as plain text such as "30.42"; `">50"` is 50. Null if missing. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const plain = value.trim().replace(/^[><≥≤~]\s*/, "");
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

export function toInteger(value: unknown): number | null {
  const number = toNumber(value);
  return number === null ? null : Math.trunc(number);
}

export function toBoolean(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Zero becomes null: a discount of 0, a room id of 0. */
export const zeroIsNone = (value: number | null): number | null => (value === 0 ? null : value);

/** An absolute URL, or null if there is no usable link. */
export function absoluteUrl(href: unknown, base: string): string | null {
  if (typeof href !== "string" || href.trim() === "") return null;
  if (PLAIN_URL.test(href)) return href;
  if (PLAIN_PATH.test(href) && isOrigin(base)) return base + href;
  try {
    const url = new URL(decodeAmpersands(href.trim()), base);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Most addresses are already normalised: checking that is cheaper than parsing and serialising them. */
const PLAIN_ORIGIN = /^https:\/\/(?!xn--|[^/]*\.xn--)(?:[a-z\d][a-z\d-]{0,30}\.){1,4}[a-z]{2,20}$/;
const PLAIN_PATH = /^\/(?![/.%])(?:(?!\/[.%])[\w\-/.~%]){0,1000}$/;
const PLAIN_URL = new RegExp(`${PLAIN_ORIGIN.source.slice(0, -1)}${PLAIN_PATH.source.slice(1)}`);

/** Whether an address is a bare origin in `URL`'s form. All links of a page have the same base. */
function isOrigin(base: string): boolean {
  if (base !== lastBase.text) {
    lastBase = { text: base, isOrigin: URL.canParse(base) && new URL(base).origin === base };
  }
  return lastBase.isOrigin;
}
let lastBase = { text: "", isOrigin: false };

const decodeAmpersands = (href: string) => (href.includes("&amp;") ? href.replaceAll("&amp;", "&") : href);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);
