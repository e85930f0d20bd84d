import { didYouMean, ruleBroken } from "../../../source-kit/source.ts";
import type { SearchReading } from "../reading/search-reading.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import { FILTERS } from "../request.ts";
import { idFilters } from "./filter-codes.ts";
import { agrees } from "./labels.ts";
import { asParameters } from "./parameters.ts";
import type { CodedFilter, RequestedFilter } from "./requested-filters.ts";

/** The filters that the site did not apply, or whose code means something else. */
export function unappliedFilters(requested: CodedFilter[], reading: SearchReading): CodedFilter[] {
  return [...new Set([...ignoredFilters(requested, reading), ...otherMeanings(requested, reading)])];
}

/**
 * The filters that the site ignored, which it does silently with unknown codes. Without results the filters must have been
 * applied; only ids are compared with the list then.
 */
export function ignoredFilters(requested: CodedFilter[], reading: SearchReading): CodedFilter[] {
  const applied = requested.length === 0 || reading.page.facts.total === 0 ? null : reading.filters()?.applied;
  if (!applied) return [];
  const keys = new Set([...applied].map((id) => id.slice(0, id.indexOf("="))));
  return requested.filter(({ key, code }) =>
    // The site rounds the ends of a price range to its own steps.
    key === "price" ? !keys.has(key) : !applied.has(`${key}=${code}`),
  );
}

/** The unsure filters whose code the site uses for something else; its response must be in English. */
export function otherMeanings(requested: CodedFilter[], reading: SearchReading): CodedFilter[] {
  const unsure = requested.filter(({ isUnsure }) => isUnsure);
  const names = unsure.length === 0 ? null : reading.filters()?.names;
  return unsure.filter(({ key, code, labels }) => {
    const name = names?.get(`${key}=${code}`);
    return name !== undefined && !agrees(name, labels);
  });
}

/** 422 that names every entry of the body that was not applied, and the site's nearest alternatives. */
export function refuse(filters: RequestedFilter[], offered: SiteFilter[], why = "the site did not apply"): void {
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

function reasonFor({ kind, loc, value }: RequestedFilter, why: string): string {
  // The site ignores an id or finds nothing with it: either way it is unknown here.
  const what = kind === "id" ? idFilters[loc[0] as keyof typeof idFilters].words : null;
  return what
    ? `unknown ${what} ${value} at this destination.`
    : `${why} ${JSON.stringify(value)} at this destination.`;
}

function othersThan({ loc, value }: RequestedFilter, offered: SiteFilter[]): string {
  const same = asParameters({ offered, unreadable: 0 }, offered).records.filter(
    ({ parameter }) => parameter === loc[0],
  );
  const known = same.flatMap((one) =>
    one.value === null ? [] : [{ value: one.value, label: one.id === null ? null : one.label }],
  );
  return didYouMean(String(value), known, FILTERS);
}
