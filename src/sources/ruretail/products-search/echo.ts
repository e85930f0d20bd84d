import { ruleBroken } from "../../../contract/errors.ts";
import { sortIds } from "./filter-ids.ts";
import type { Listing } from "./listing.ts";
import type { SearchRequest } from "./search-request.ts";

/** The answer marks the order that it has; relevance is what the site falls back to, so only others can go untaken. */
export function checkSort(sort: SearchRequest["sort"], { sortedBy }: Listing): void {
  const { id, direction } = sortIds[sort];
  if (id === "" || sortedBy === null || (sortedBy.id === id && sortedBy.direction === direction)) return;
  throw ruleBroken({ loc: ["sort"], msg: `the site did not apply the order ${sort} here`, input: sort });
}
