import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import { cleanText, wholeOf } from "../../../contract/values.ts";
import { at, type Json, objectOf, objectsOf } from "../../../source-kit/json.ts";
import { type City, cityOf } from "./city.ts";
import { bareListing, type Listing, type Reading } from "./listing.ts";
import { readProduct } from "./read-product.ts";
import { PER_PAGE } from "./search-request.ts";

/** `fullSearchFilter` (search) and `productsFilter` (category) hold the same record; a client may alias either. */
const CONTAINER = /^(fullSearchFilter|productsFilter)(_|$)/;
const SINGLE = /^product(_|$)/;

/** Reads a GraphQL answer: of a search or of a category, with or without `data` around it, alone or in a batch. */
export function readGraphql(answer: unknown, reading: Reading): Listing {
  if (areProducts(answer)) return readContainer({ products: answer }, reading, null);
  const answers = Array.isArray(answer) ? answer : [answer];
  const datas = answers.flatMap((one): Json[] => {
    const data = objectOf(at(one, "data")) ?? objectOf(one);
    return data === null ? [] : [data];
  });
  const city = datas.map((data) => cityOf(data.city)).find((found) => found !== null) ?? null;
  const listings = datas.flatMap((data) => readData(data, reading, city));
  const [first, ...rest] = listings;
  if (!first) throw new Unreadable(complaint(answers));
  return { ...first, page: Page.joined([first.page, ...rest.map(({ page }) => page)]) };
}

function readData(data: Json, reading: Reading, city: City | null): Listing[] {
  if (areProducts(data.products)) return [readContainer(data, reading, city)];
  const fields = Object.entries(data);
  const asked = fields.filter(([name]) => CONTAINER.test(name));
  if (asked.length > 0) return asked.map(([, value]) => readContainer(objectOf(value), reading, city));
  return fields.flatMap(([name, value]) => {
    const field = objectOf(value);
    if (field === null) return [];
    if ("record" in field || Array.isArray(field.products)) return [readContainer(field, reading, city)];
    return SINGLE.test(name) ? readSingle(field, reading, city) : [];
  });
}

/** Products by themselves, as somebody may have kept them: the containers around them were not part of the file. */
const areProducts = (value: unknown): value is Json[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) => objectOf(entry)?.id !== undefined && typeof objectOf(entry)?.name === "string");

function readContainer(container: Json | null, reading: Reading, city: City | null): Listing {
  const record = objectOf(container?.record) ?? (Array.isArray(container?.products) ? container : null);
  if (record === null) throw new NoSuchThing("The source's search returned no result container.");
  const about = objectOf(record.pageInfo);
  const total = wholeOf(about?.totalItems);
  if (!Array.isArray(record.products) && total !== 0) throw new Unreadable("a result without a list of products");
  const rows: unknown[] = Array.isArray(record.products) ? record.products : [];
  return {
    page: Page.of(rows, (row) => readProduct(row, reading, city) ?? "unreadable", {
      total,
      number: wholeOf(about?.page),
      lastPage: wholeOf(about?.totalPages),
      size: wholeOf(about?.perPage) || PER_PAGE,
    }),
    groups: Array.isArray(record.groups) ? objectsOf(record.groups) : null,
    sortedBy: chosenSort(record.sortings),
    city,
  };
}

/** The order that is marked as chosen; null where the answer marks none. */
function chosenSort(sortings: unknown): Listing["sortedBy"] {
  for (const sorting of objectsOf(sortings)) {
    const chosen = objectsOf(sorting.directions).find(({ isSelected }) => isSelected === true);
    if (chosen) return { id: String(sorting.slug ?? sorting.id), direction: String(chosen.id) };
  }
  return null;
}

/** The answer about one product lists that product. */
function readSingle(raw: Json, reading: Reading, city: City | null): Listing[] {
  if (typeof raw.name !== "string" || cleanText(raw.id) === null) return [];
  const only = { total: 1, lastPage: 1 };
  return [
    bareListing(
      Page.of([raw], (row) => readProduct(row, reading, city) ?? "unreadable", only),
      city,
    ),
  ];
}

function complaint(answers: unknown[]): string {
  const errors = answers.flatMap((answer) => objectsOf(objectOf(answer)?.errors));
  const words = errors.flatMap((error) => cleanText(error.message) ?? []);
  return words.length > 0 ? `the site refused the query: ${words.join("; ").slice(0, 500)}` : "no known GraphQL field";
}
