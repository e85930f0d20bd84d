import { numberOf } from "../../contract/values.ts";

/**
 * A number inside text as people write it ("1,561", "€ 1 474,55", "12.345"): the last mark is a decimal one
 * only where one or two digits follow it, and no other mark of its kind stands before it. Null for none.
 */
export function localNumber(text: string): number | null {
  const written = /\d[\d.,'’\s\u00a0\u202f]*/u
    .exec(text)?.[0]
    ?.replace(/[\s'’]/gu, "")
    .replace(/[.,]+$/, "");
  if (!written) return null;
  const decimal = /[.,](?=\d{1,2}$)/.exec(written);
  const isDecimal = decimal !== null && written.indexOf(decimal[0]) === decimal.index;
  const number = isDecimal
    ? `${written.slice(0, decimal.index).replace(/[.,]/g, "")}.${written.slice(decimal.index + 1)}`
    : written.replace(/[.,]/g, "");
  return Number(number);
}

/** A number that is sent as one, or as people write it. */
export const amountOf = (value: unknown): number | null =>
  typeof value === "string" ? localNumber(value) : numberOf(value);
