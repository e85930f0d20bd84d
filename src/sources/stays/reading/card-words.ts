import { type Element, elementsOf, nextElement, parentOf, visibleText } from "../../../source-kit/html.ts";
import { keysOf } from "../../../source-kit/keys-of.ts";
import { cleanText, localNumber, toInteger } from "../../../source-kit/values.ts";
import { Price } from "./hotel-card.ts";

/** The words for a room's parts, in the larger languages; a page in another language gives no counts. */
const WORDS = {
  living_room_count: /living room|wohnzimmer|salon|séjour|salón|sala de estar|soggiorno|woonkamer|sala/i,
  bathroom_count: /bath ?room|badezimmer|salles? de bains?|baño|bagn[oi]|badkamer|casas? de banho|banheiro/i,
  kitchen_count: /kitchen|küche|cuisine|cocina|cucin[ae]|keuken|cozinha/i,
  bedroom_count: /bedroom|schlafzimmer|chambre|dormitorio|camer[ae] da letto|slaapkamer|quarto/i,
} as const;

const AREA = /^([\d.,\s\u00a0]+)\s*(m²|ft²|sq\.? ?ft|平方.*)$/u;

export interface UnitCounts {
  bedroom_count?: number | null;
  bathroom_count?: number | null;
  kitchen_count?: number | null;
  living_room_count?: number | null;
  bed_count?: number | null;
  area?: number | null;
  area_unit?: string | null;
}

/** "2 bedrooms • 1 bathroom • 807 ft²", and the beds on the line below. */
export function readUnitWords(configuration: Element | null): UnitCounts {
  if (!configuration) return {};
  const counts: UnitCounts = {};
  for (const part of elementsOf(configuration)) {
    const text = visibleText(part) ?? "";
    const [, area, unit] = AREA.exec(text) ?? [];
    const name = keysOf(WORDS).find((key) => WORDS[key].test(text));
    if (area) Object.assign(counts, { area: localNumber(area), area_unit: unit });
    else if (name && /^\d/.test(text)) counts[name] = toInteger(localNumber(text));
  }
  const beds = visibleText(nextElement(parentOf(configuration))) ?? "";
  if (/^\d/.test(beds)) counts.bed_count = toInteger(localNumber(beds.replace(/\(.*/, "")));
  return counts;
}

/** Symbols of a single currency. A bare `$`, `kr` or `¥` is shared and means the requested one. */
const SIGNS: Record<string, string> = {
  US$: "USD",
  A$: "AUD",
  AU$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  HK$: "HKD",
  NZ$: "NZD",
  S$: "SGD",
  R$: "BRL",
  MX$: "MXN",
  NT$: "TWD",
  "€": "EUR",
  "£": "GBP",
  "￥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₪": "ILS",
  "₽": "RUB",
  "₺": "TRY",
  "₴": "UAH",
  "₫": "VND",
  "₱": "PHP",
  "฿": "THB",
  "₸": "KZT",
  zł: "PLN",
  Kč: "CZK",
  Ft: "HUF",
  lei: "RON",
};

const MONEY =
  /(?<before>[^\s\d.,+–()-]{1,4})?[\s\u00a0]?(?<number>\d[\d.,'’\s\u00a0\u202f]*)(?<after>[\s\u00a0]?[^\s\d.,)]{1,4})?/u;

/** A displayed amount; null if the text has none. */
export function readMoney(shown: string | null, currencyRequested: string) {
  const text = cleanText((shown ?? "").replace(/[\u200e\u200f]/g, ""));
  const found = text === null ? null : MONEY.exec(text);
  const amount = found && localNumber(found.groups?.number ?? "");
  if (!found || !amount) return null;
  const { before = "", number = "", after = "" } = found.groups ?? {};
  const [front, back] = [currencyOf(before), currencyOf(after)];
  // With the currency on one side, the text on the other is an adjacent word.
  const isInFront = front !== null || (back === null && before !== "");
  const formatted = isInFront ? found[0].slice(0, found[0].length - after.length) : number + after;
  return Price.make({ amount, currency: front ?? back ?? currencyRequested, formatted: formatted.trim() });
}

/** The currency of a code or symbol; null for any other word, and for a shared symbol. */
function currencyOf(part: string): string | null {
  const sign = part.trim();
  return /^[A-Z]{3}$/.test(sign) ? sign : (SIGNS[sign] ?? null);
}
