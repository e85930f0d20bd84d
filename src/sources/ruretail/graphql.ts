import { asObject, asObjects, at, type Json } from "../../source-kit/json.ts";
import { NoSuchThing, Page, type Stated, Unreadable } from "../../source-kit/source.ts";
import { cleanText, toInteger } from "../../source-kit/values.ts";
import { nameIn } from "./answer-name.ts";
import { type City, parseCity } from "./cities.ts";
import { type InCity, Product, type ProductRecord, type Reading } from "./product.ts";
import type { searchEcho } from "./search-request.ts";

/** The content of one response of the site, in any form. */
export interface Listing {
  page: Page<ProductRecord>;
  /** The filters that the site offers, with their selection; null if the response has none. */
  groups: Json[] | null;
  /** The order that the response marks as selected; null if it marks none. */
  sortedBy: { id: string; direction: string } | null;
  /** The city of the response. */
  city: City | null;
}

/** `fullSearchFilter` (search) and `productsFilter` (category) have the same structure; a client may alias either. */
const CONTAINER = /^(fullSearchFilter|productsFilter)(_|$)/;
const SINGLE = /^product(_|$)/;

/** Reads a GraphQL response: of a search or of a category, with or without `data` around it, alone or in a batch. */
export function readGraphql(answer: unknown, reading: Reading): Listing {
  if (areProducts(answer)) return readContainer("", { products: answer }, { ...reading, taken: null });
  const answers: unknown[] = Array.isArray(answer) ? answer : [answer];
  const datas = asObjects(answers.map((one) => asObject(at(one, "data")) ?? one));
  const taken = datas.map((data) => parseCity(data.city)).find((city) => city !== null) ?? null;
  const [first, ...rest] = datas.flatMap((data) => readData(data, { ...reading, taken }));
  if (!first) throw new Unreadable(complaint(answers));
  return { ...first, page: Page.joined([first.page, ...rest.map(({ page }) => page)]) };
}

function readData(data: Json, reading: InCity): Listing[] {
  if (areProducts(data.products)) return [readContainer("", data, reading)];
  const fields = Object.entries(data);
  const requested = fields.filter(([name]) => CONTAINER.test(name));
  if (requested.length > 0) return requested.map(([name, value]) => readContainer(name, asObject(value), reading));
  return fields.flatMap(([name, value]) => {
    const field = asObject(value);
    if (field === null) return [];
    if ("record" in field || Array.isArray(field.products)) return [readContainer(name, field, reading)];
    const isProduct = SINGLE.test(name) && typeof field.name === "string" && cleanText(field.id) !== null;
    const alone = { products: [field], pageInfo: { totalItems: 1, totalPages: 1 } };
    return isProduct ? [readContainer(name, alone, reading)] : [];
  });
}

/** Products alone, as somebody may have saved them without their containers. */
const areProducts = (value: unknown): value is Json[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) => asObject(entry)?.id !== undefined && typeof asObject(entry)?.name === "string");

/** `name` is the response's name for it. */
function readContainer(name: string, container: Json | null, reading: InCity): Listing {
  const record = asObject(container?.record) ?? (Array.isArray(container?.products) ? container : null);
  if (record === null) throw new NoSuchThing("The source's search returned no result container.");
  const { products, groups, sortings, pageInfo } = record;
  const total = toInteger(at(pageInfo, "totalItems"));
  if (!Array.isArray(products) && total !== 0) throw new Unreadable("a result without a list of products");
  const rows: unknown[] = Array.isArray(products) ? products : [];
  return {
    page: Page.of(rows, (row) => Product.read(row, reading), {
      total,
      number: toInteger(at(pageInfo, "page")),
      lastPage: toInteger(at(pageInfo, "totalPages")),
      size: toInteger(at(pageInfo, "perPage")),
      echo: { query: nameIn(name)?.text, answer: nameIn(name)?.rest } satisfies Stated<typeof searchEcho>,
    }),
    groups: Array.isArray(groups) ? asObjects(groups) : null,
    sortedBy: chosenSort(sortings),
    city: reading.taken,
  };
}

function chosenSort(sortings: unknown): Listing["sortedBy"] {
  for (const sorting of asObjects(sortings)) {
    const chosen = asObjects(sorting.directions).find(({ isSelected }) => isSelected === true);
    if (chosen) return { id: String(sorting.slug ?? sorting.id), direction: String(chosen.id) };
  }
  return null;
}

function complaint(answers: unknown[]): string {
  const errors = answers.flatMap((answer) => asObjects(at(answer, "errors")));
  const words = errors.flatMap((error) => cleanText(error.message) ?? []);
  return words.length > 0 ? `the site refused the query: ${words.join("; ").slice(0, 500)}` : "no known GraphQL field";
}
