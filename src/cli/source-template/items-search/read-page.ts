import { Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf } from "../../../contract/values.ts";
import { isObject, type Json, jsonOf, objectsOf } from "../../../source-kit/json.ts";
import type { ResultPage } from "../../../source-kit/pages-until.ts";
import { recordsOf } from "../../../source-kit/records-of.ts";
import { itemsSearchRecord } from "./record.ts";

type ItemRecord = ReturnType<typeof itemsSearchRecord>;

/** Reads one page of the list. */
export function readPage(answer: Answer, origin: string): ResultPage<ItemRecord> {
  const page = jsonOf(answer);
  if (!isObject(page) || !Array.isArray(page.items)) throw new Unreadable("no list of items");
  return {
    records: recordsOf(objectsOf(page.items), (row) => recordOf(row, origin)),
    total: wholeOf(page.total),
    lastPage: wholeOf(page.pages),
  };
}

function recordOf(row: Json, origin: string): ItemRecord | null {
  const id = cleanText(row.id);
  if (id === null) return null;
  return itemsSearchRecord({
    id,
    name: cleanText(row.name),
    url: absoluteUrl(row.link, origin),
    price: numberOf(row.price),
    in_stock: flagOf(row.inStock),
  });
}
