import { expect, test } from "vitest";
import { cellText } from "./cell-text.ts";
import { recordColumns, sortValue } from "./columns.ts";

const records = [
  {
    "@type": "Stay",
    id: 7,
    name: "=SUM(A1)",
    price: { "@type": "Price", amount: 1234.5, currency: "EUR", formatted: "€ 1.234,50" },
    review: { "@type": "Score", score: 8.1, label: null },
    seen_at: 1_767_225_600,
    opened: "2026-02-03",
    change_percent: -1.5,
    tags: ["a", "b"],
    empty: null,
  },
];
const fields = Object.keys(records[0]!);
const columns = recordColumns(records, fields, { seen_at: "unix seconds" });
const text = (id: string) => cellText(records[0]!, columns.find((column) => column.id === id)!);

test("nested records are unfolded, money is one column, and empty fields have no column", () => {
  expect(columns.map(({ id, kind }) => [id, kind])).toEqual([
    ["name", "text"],
    ["price", "money"],
    ["review.score", "number"],
    ["seen_at", "time"],
    ["opened", "time"],
    ["change_percent", "number"],
    ["tags", "list"],
    ["id", "number"],
  ]);
});

test("values have their currency, unit and date", () => {
  expect([text("price"), text("seen_at"), text("opened"), text("change_percent")]).toEqual([
    "€1,234.50",
    "1 Jan 2026",
    "3 Feb 2026",
    "-1.5 %",
  ]);
  const euro = recordColumns([{ price: 36 }], ["price"], { price: "EUR" })[0]!;
  expect(cellText({ price: 36 }, euro)).toBe("€36");
  const bare = recordColumns([{ price: 36, currency: "RUB" }], ["price"])[0]!;
  expect(cellText({ price: 36, currency: "RUB" }, bare)).toBe("RUB\u00a036");
  expect(sortValue(records[0]!, columns[1]!)).toBe(1234.5);
});
