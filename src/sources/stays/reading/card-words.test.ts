import { describe, expect, test } from "vitest";
import { readMoney } from "./card-words.ts";

describe("money as displayed", () => {
  test.each([
    ["$2,790", "USD", 2790, "USD", "$2,790"],
    ["$2,790", "CAD", 2790, "CAD", "$2,790"],
    ["US$340", "EUR", 340, "USD", "US$340"],
    ["€ 1.474,55", "USD", 1474.55, "EUR", "€ 1.474,55"],
    ["1 474,55 €", "USD", 1474.55, "EUR", "1 474,55 €"],
    ["￥156,096", "USD", 156096, "JPY", "￥156,096"],
    ["CHF 120", "EUR", 120, "CHF", "CHF 120"],
    ["\u200e$99\u200f", "USD", 99, "USD", "$99"],
    ["€ 25 taxes and charges", "USD", 25, "EUR", "€ 25"],
    ["$122 taxes and fees", "USD", 122, "USD", "$122"],
    ["US$71 de impuestos y cargos", "USD", 71, "USD", "US$71"],
    ["À partir de 800 €", "USD", 800, "EUR", "800 €"],
    ["1 234 kr", "SEK", 1234, "SEK", "1 234 kr"],
    // Not a code, though it begins and ends like one.
    ["EURO 120", "GBP", 120, "GBP", "EURO 120"],
    ["xEUR 120", "GBP", 120, "GBP", "xEUR 120"],
  ])("%s, requested in %s", (text, requested, amount, currency, formatted) => {
    expect(readMoney(text, requested)).toEqual({ "@type": "StaysPrice", amount, currency, formatted });
  });

  // Each symbol of a single currency, before and after the amount, requested in another.
  const signs = {
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
  test.each(Object.entries(signs))("%s is %s", (sign, currency) => {
    for (const formatted of [`${sign} 120`, `120 ${sign}`])
      expect(readMoney(formatted, "CHF")).toEqual({ "@type": "StaysPrice", amount: 120, currency, formatted });
  });

  test.each(["$", "¥", "kr"])("%s is shared by several currencies, and means the requested one", (sign) => {
    expect(readMoney(`${sign}120`, "CLP")).toMatchObject({ amount: 120, currency: "CLP", formatted: `${sign}120` });
  });

  test.each<[string, string]>([
    ["EUR 120 USD", "EUR 120"],
    ["now 120 EUR", "120 EUR"],
    ["120", "120"],
    ["(€ 120)", "€ 120"],
    ["+€ 120", "€ 120"],
    ["ab 120 cd", "ab 120"],
  ])("%s shows %s", (text, formatted) => {
    expect(readMoney(text, "EUR")).toMatchObject({ amount: 120, currency: "EUR", formatted });
  });

  test("no amount is not money", () => {
    expect(readMoney("€ 0", "USD")).toBeNull();
    expect(readMoney(" ", "USD")).toBeNull();
    expect(readMoney("Includes taxes and charges", "USD")).toBeNull();
    expect(readMoney(null, "USD")).toBeNull();
  });
});
