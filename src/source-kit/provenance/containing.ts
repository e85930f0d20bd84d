import type { Look, Looks, Place } from "../../contract/provenance.ts";
import { cleanText, toNumber } from "../../contract/values.ts";
import { parseAmount } from "../written/numbers.ts";

/** Longer texts of a page are cut: a script may be the place of a number. */
const MAX_RAW = 1_000;
/** Places listed for a computed value. */
const MAX_FROM = 12;
/** Shorter values may be on a page by chance, so they do not tell which of several places has them. */
const MIN_TELLING = 3;

/** The one look that has the value, or all that the value was computed from. A place that lacks the value is never given. */
export function foundIn(value: unknown, { looks }: Looks): { place: Place | null; from: Place[] } {
  const close = looks.map((look) => ({ look, closeness: closeness(look.raw, value) }));
  const best = Math.max(0, ...close.map(({ closeness }) => closeness));
  const having = close.filter(({ closeness }) => closeness === best && best > 0).map(({ look }) => look);
  const [only] = having;
  const isTelling = looks.length === 1 || (typeof value !== "boolean" && String(value).length >= MIN_TELLING);
  if (only && having.length === 1 && isTelling) return { place: written(only), from: [] };
  return { place: null, from: (having.length > 0 ? having : looks).slice(0, MAX_FROM).map(written) };
}

function written(look: Look): Place {
  const { raw } = look;
  return {
    ...look.place(),
    raw: typeof raw === "string" && raw.length > MAX_RAW ? `${raw.slice(0, MAX_RAW)}…` : raw,
  };
}

/** How much of the value the page's text is: itself, the same text, the value among others, or nothing. */
function closeness(raw: Look["raw"], value: unknown): number {
  if (raw === value) return 4;
  if (typeof value === "boolean" || typeof raw === "boolean") return 0;
  const text = cleanText(raw);
  if (text === null) return 0;
  if (text === String(value)) return 3;
  if (typeof value === "number") return toNumber(raw) === value || parseAmount(raw) === value ? 2 : 0;
  if (typeof value !== "string") return 0;
  if (text.toLowerCase() === value.toLowerCase()) return 2;
  // A link is completed with the site's address.
  if (/^https?:/.test(value) && text.length > 1 && value.endsWith(text.replace(/^\/*/, "/"))) return 2;
  return text.includes(value) ? 1 : 0;
}
