import { countField, defineRequest, textField, timeoutField } from "../../../src/contract/fields.ts";
import { defineOperation } from "../../../src/contract/operation.ts";
import { Page } from "../../../src/contract/page.ts";
import { flat } from "../../../src/contract/price.ts";
import { decimal, defineRecord, filled, flag, text, whole } from "../../../src/contract/record.ts";
import { defineSource } from "../../../src/contract/source.ts";
import type { RecordedRun } from "./recorded-runs.ts";

const Item = defineRecord("SimulatedItem", {
  id: filled("usually", text("Number.")),
  name: filled("usually", text("Name.")),
  brand: text("Brand."),
  price: decimal("Price."),
  list_price: decimal("Price before a discount."),
  rating: decimal("Rating."),
  review_count: whole("Reviews."),
  condition: text("Condition."),
  delivery: text("When it arrives."),
  is_discount: flag("Whether it is on sale."),
});

const operation = defineOperation({
  path: "/api/shop/items",
  summary: "Items",
  description: "",
  price: flat(1),
  request: defineRequest("SimulatedSearch", {
    keyword: textField({ description: "" }),
    count: countField(),
    timeout: timeoutField,
  }),
  record: Item,
  examples: [{ keyword: "lamps 0", count: 20 }],
  run: () => {
    throw new Error("the simulation answers itself");
  },
  parse: () => Page.empty(),
});

export const shop = defineSource({
  name: "shop",
  title: "A shop",
  origins: { site: "https://shop.example" },
  headers: {},
  blockMarker: () => null,
  politeness: { concurrency: 4, perSecond: 1000 },
  operations: [operation],
  canaries: { live: {} },
  standIn: async () => ({
    answer: () => ({ status: 404, body: "" }),
    challenge: () => ({ status: 403, body: "" }),
  }),
});

/** What is sold: the usual price, how often items have a brand and a rating, and the first day of the category. */
const categories = {
  lamps: { price: 40, brand: 0.95, rating: 0.6, from: 0 },
  books: { price: 15, brand: 0.1, rating: 0.7, from: 0 },
  chairs: { price: 120, brand: 0.8, rating: 0.5, from: 0 },
  phones: { price: 400, brand: 1, rating: 0.9, from: 0 },
  garden: { price: 60, brand: 0.6, rating: 0.4, from: 90 },
  toys: { price: 25, brand: 0.7, rating: 0.6, from: 180 },
  pianos: { price: 6_000, brand: 0.9, rating: 0.1, from: 270 },
  antiques: { price: 900, brand: 0, rating: 0, from: 0 },
} as const;
export type Category = keyof typeof categories;
export const categoriesOn = (day: number): Category[] =>
  (Object.keys(categories) as Category[]).filter((name) => name !== "antiques" && categories[name].from <= day);

const sales = [
  { from: 40, to: 54 },
  { from: 165, to: 175 },
  { from: 255, to: 262 },
  { from: 325, to: 345 },
];
const words =
  "old new red blue green small large steel wood glass quiet bright heavy light round square plain fine".split(" ");
const brands = "Abel Brandt Cole Dunn Ekman Frost Gale Holm".split(" ");

/** The shop's response on a day: items come and go, prices follow the season, and some days have a sale. */
export function answerOn(day: number, keyword: string, count: number): RecordedRun {
  const [category, number] = keyword.split(" ") as [Category, string];
  const of = categories[category];
  const sale = sales.some(({ from, to }) => day >= from && day < to);
  const isDecember = day % 365 > 334;
  const total = 5 + Math.floor(chanceOf(`${keyword} total`) * 200);
  const records = Array.from({ length: Math.min(count, total) }, (_, nth) => {
    // Each place in the list gets a new item about every hundred days.
    const item = `${category} ${number} ${nth} ${Math.floor((day + 100 * chanceOf(`${keyword} ${nth}`)) / 100)}`;
    const chance = (what: string) => chanceOf(`${item} ${what}`);
    const pick = (list: string[], what: string) => list[Math.floor(chance(what) * list.length)]!;
    const season = 1 + 0.1 * Math.sin((2 * Math.PI * day) / 365);
    const usual = Math.round(of.price * 10 ** ((chance("price") - 0.5) * 0.8) * season * 100) / 100;
    const isReduced = chance(`sale ${Math.floor(day / 20)}`) < (sale ? 0.7 : 0.1);
    const price = isReduced ? Math.round(usual * (0.5 + 0.3 * chance("off")) * 100) / 100 : usual;
    return {
      id: item,
      name: `${pick(words, "one")} ${pick(words, "two")} ${category.slice(0, -1)} ${Math.floor(chance("model") * 900)}`,
      brand: chance("brand") < of.brand ? pick(brands, "brand name") : null,
      price: chance(`stock ${day}`) < (isDecember ? 0.08 : 0.03) ? null : price,
      list_price: isReduced ? usual : null,
      rating: chance("rating") < of.rating ? Math.round(10 + chance("stars") * 40) / 10 : null,
      review_count: Math.floor(chance("reviews") * 300 * (1 + day / 365)),
      condition: chance("condition") < 0.9 ? "new" : "refurbished",
      delivery: isDecember
        ? `Before the ${10 + (day % 15)}th`
        : ["Tomorrow", "In two days", "Next week"][(day + nth) % 3]!,
      is_discount: isReduced,
    };
  });
  const request = { keyword, count, timeout: 60 };
  return { request, records, pages: Math.max(1, Math.ceil(records.length / 20)), total };
}

/** FNV-1a, as a number between 0 and 1. */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
