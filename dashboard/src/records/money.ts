import { formatNumber } from "../ui/format.ts";

interface Money {
  amount: number | null;
  currency: string | null;
}

export const isMoney = (value: unknown): value is Money =>
  typeof value === "object" && value !== null && "amount" in value && "currency" in value;

const CODE = /^[A-Z]{3}$/;
const formats = new Map<string, Intl.NumberFormat>();

export function moneyText(amount: number, currency: string | null): string {
  if (!currency || !CODE.test(currency)) return formatNumber(amount);
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
    formats.set(currency, format);
  }
  return format.format(amount);
}
