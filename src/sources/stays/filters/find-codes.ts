import type { SiteFilter } from "../reading/site-filters.ts";
import { refuse } from "./applied.ts";
import { findByLabel } from "./labels.ts";
import type { CodedFilter, RequestedFilter } from "./requested-filters.ts";
import type { SiteList } from "./site-list.ts";

const hasCode = (filter: RequestedFilter): filter is CodedFilter => filter.key !== null && filter.code !== null;

/**
 * Gives every filter its code: the table's, otherwise the site's own list's for its name. The list is requested only if a
 * code is missing or unsure. A value found in neither is rejected by name.
 */
export async function findCodes(requested: RequestedFilter[], list: SiteList): Promise<CodedFilter[]> {
  const isSure = (filter: RequestedFilter): filter is CodedFilter => hasCode(filter) && !filter.isUnsure;
  if (requested.every(isSure)) return requested;
  const offered = await list.offered();
  const coded = requested.map((filter) =>
    isSure(filter) ? filter : (byName(filter, offered) ?? stillUnsure(filter, offered)),
  );
  refuse(
    requested.filter((_, index) => coded[index] === null),
    offered,
    "the site offers no filter for",
  );
  return coded.filter((filter) => filter !== null);
}

/** The filter with the code that the site's list has for its name. */
function byName(filter: RequestedFilter, offered: SiteFilter[]): CodedFilter | null {
  const found = findByLabel(filter, offered);
  return found && { ...filter, key: found.key, code: found.code ?? filter.code ?? "", isUnsure: false };
}

/** An unsure code may be tried unless the site's list uses it for something else. */
function stillUnsure(filter: RequestedFilter, offered: SiteFilter[]): CodedFilter | null {
  const isOther = offered.some(({ key, code }) => key === filter.key && code === filter.code);
  return hasCode(filter) && !isOther ? filter : null;
}

/**
 * The same filters after the site did not apply some: those get the code of its current list; null if the list has no
 * other. A distance becomes the next smaller one on the page.
 */
export async function findNewCodes(
  all: CodedFilter[],
  unapplied: CodedFilter[],
  list: SiteList,
  page: SiteFilter[],
): Promise<CodedFilter[] | null> {
  const offered = unapplied.some(({ kind }) => kind === "value") ? await list.anew() : [];
  const changed = all.map((filter) => {
    if (!unapplied.includes(filter)) return filter;
    if (filter.kind === "value") return byName(filter, offered) ?? filter;
    return filter.key === "distance" ? { ...filter, code: distanceWithin(filter, page) ?? filter.code } : filter;
  });
  return changed.some(({ code }, index) => code !== all[index]?.code) ? changed : null;
}

function distanceWithin({ key, value }: CodedFilter, page: SiteFilter[]): string | null {
  const offered = page.filter((filter) => filter.key === key).map(({ code }) => Number(code));
  const within = offered.filter((meters) => meters <= Number(value));
  return within.length > 0 ? String(Math.max(...within)) : null;
}
