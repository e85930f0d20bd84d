import { ruleBroken } from "../../../../contract/errors.ts";
import { idFilters } from "./filter-codes.ts";
import type { WantedFilter } from "./wanted.ts";

/** 422 that names every entry of the body that is not honoured. */
export function refuse(filters: WantedFilter[], why = "the site did not apply"): void {
  if (filters.length === 0) return;
  throw ruleBroken(...filters.map((filter) => ({ loc: filter.loc, msg: reasonFor(filter, why), input: filter.value })));
}

function reasonFor({ kind, loc, value }: WantedFilter, why: string): string {
  // Whether the site passes over an id or finds nothing with it: it knows no such thing here.
  const what = kind === "id" ? idFilters[loc[0] as keyof typeof idFilters].words : null;
  return what
    ? `the site knows no ${what} ${value} at this destination`
    : `${why} ${JSON.stringify(value)} at this destination`;
}
