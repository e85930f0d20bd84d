import { didYouMean } from "../../../../contract/did-you-mean.ts";
import { ruleBroken } from "../../../../contract/errors.ts";
import { asParameters } from "../../filters/parameters.ts";
import { FILTERS } from "../../lookups.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import { idFilters } from "./filter-codes.ts";
import type { WantedFilter } from "./wanted.ts";

/** 422 that names every entry of the body that is not honoured, and the nearest of what the site offers instead. */
export function refuse(filters: WantedFilter[], offered: SiteFilter[], why = "the site did not apply"): void {
  if (filters.length === 0) return;
  throw ruleBroken(
    ...filters.map((filter) => ({
      loc: filter.loc,
      msg: reasonFor(filter, why),
      input: filter.value,
      hint: othersThan(filter, offered),
    })),
  );
}

function reasonFor({ kind, loc, value }: WantedFilter, why: string): string {
  // Whether the site passes over an id or finds nothing with it: it knows no such thing here.
  const what = kind === "id" ? idFilters[loc[0] as keyof typeof idFilters].words : null;
  return what
    ? `unknown ${what} ${value} at this destination.`
    : `${why} ${JSON.stringify(value)} at this destination.`;
}

function othersThan({ loc, value }: WantedFilter, offered: SiteFilter[]): string {
  const same = asParameters({ offered, unreadable: 0 }, offered).records.filter(
    ({ parameter }) => parameter === loc[0],
  );
  const known = same.flatMap((one) =>
    one.value === null ? [] : [{ value: one.value, label: one.id === null ? null : one.label }],
  );
  return didYouMean(String(value), known, FILTERS);
}
