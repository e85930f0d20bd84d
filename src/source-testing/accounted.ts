import type { Page, PageFacts } from "../contract/page.ts";
import { checkRows } from "../extraction/row-accounting.ts";

/** For tests: a reader's result with its page opened up, once its rows balance: records and facts. */
export function accounted<R extends object, T extends object>({
  page,
  ...rest
}: { page: Page<R> } & T): Omit<T, "page"> & PageFacts & { records: R[] } {
  checkRows(page);
  return { ...rest, ...page.facts, records: [...page.records] };
}
