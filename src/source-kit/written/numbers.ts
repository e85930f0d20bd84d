import { toNumber } from "../../contract/values.ts";

/**
 * Groups of digits separated by one mark, the last of three digits (India groups the others by two), or digits alone; then
 * decimals.
 */
const WRITTEN = /[1-9]\d{0,2}([.,'’\s])(?:\d{2,3}\1)*\d{3}(?!\d)(?:\s?[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?/u;

/** A number within text as people write it, in any language: "1,561", "€ 1 474,55", "12.345", "19,-". Null if there is none. */
export function localNumber(text: string): number | null {
  const [written, mark] = WRITTEN.exec(text) ?? [];
  if (written === undefined) return null;
  const whole = mark === undefined ? written : written.replaceAll(mark, "");
  return Number(whole.replace(/\s/g, "").replace(",", "."));
}

/** A number sent as a number or as people write it. */
export const parseAmount = (value: unknown): number | null =>
  typeof value === "string" ? localNumber(value) : toNumber(value);
