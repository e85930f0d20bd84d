import { Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf } from "../../../contract/values.ts";
import { isObject, type Json, jsonOf, objectOf } from "../../../source-kit/json.ts";
import { itemsSearchRecord } from "./record.ts";

type ItemRecord = ReturnType<typeof itemsSearchRecord>;

/** Reads one page of the list. */
export function readPage(answer: Answer, origin: string): Page<ItemRecord> {
  const page = jsonOf(answer);
  if (!isObject(page) || !Array.isArray(page.items)) throw new Unreadable("no list of items");
  return Page.of(page.items, (row: unknown) => recordOf(objectOf(row), origin), {
    total: wholeOf(page.total),
    lastPage: wholeOf(page.pages),
  });
}

/** The record of a row, or why it is none: the engine refuses a page with a row that cannot be read. */
function recordOf(row: Json | null, origin: string): ItemRecord | NoRecord {
  const id = cleanText(row?.id);
  if (row === null || id === null) return "unreadable";
  return itemsSearchRecord({
    id,
    name: cleanText(row.name),
    url: absoluteUrl(row.link, origin),
    price: numberOf(row.price),
    in_stock: flagOf(row.inStock),
  });
}
