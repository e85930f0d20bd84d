import { cleanText } from "../../../../contract/values.ts";
import { price } from "../record.ts";
import { localNumber } from "./local-number.ts";

/** Signs that mean one currency alone. A bare `$`, `kr` or `¥` is shared and stands for the one that was asked for. */
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

/** An amount as it is shown to people; null where the text has none. */
export function readMoney(shown: string | null, currencyAsked: string) {
  const text = cleanText((shown ?? "").replace(/[\u200e\u200f]/g, ""));
  const found = text === null ? null : MONEY.exec(text);
  const amount = found && localNumber(found.groups?.number ?? "");
  if (!found || !amount) return null;
  const { before = "", number = "", after = "" } = found.groups ?? {};
  const [front, back] = [currencyOf(before), currencyOf(after)];
  // With the currency on one side, what stands on the other is a word beside the amount.
  const isInFront = front !== null || (back === null && before !== "");
  const formatted = isInFront ? found[0].slice(0, found[0].length - after.length) : number + after;
  return price({ amount, currency: front ?? back ?? currencyAsked, formatted: formatted.trim() });
}

/** The currency that a code or a sign means; null for any other word, and for a sign that several share. */
function currencyOf(part: string): string | null {
  const sign = part.trim();
  return /^[A-Z]{3}$/.test(sign) ? sign : (SIGNS[sign] ?? null);
}
