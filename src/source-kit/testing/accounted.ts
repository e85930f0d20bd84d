import type { Page, PageFacts } from "../../contract/page.ts";
import { checkRows } from "../../extraction/row-accounting.ts";

/** What a reader gave, with its page laid open once its rows balance: records and what the page says of itself. For tests. */
export function accounted<R extends object, T extends object>({
  page,
  ...rest
}: { page: Page<R> } & T): Omit<T, "page"> & PageFacts & { records: R[] } {
  checkRows(page);
  return { ...rest, ...page.facts, records: [...page.records] };
}
