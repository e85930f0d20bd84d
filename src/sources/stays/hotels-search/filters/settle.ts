import type { SiteFilter } from "../reading/site-filters.ts";
import { findByLabel } from "./labels.ts";
import { refuse } from "./taken.ts";
import type { WantedFilter } from "./wanted.ts";

/** A filter whose code is settled. */
export interface SettledFilter extends WantedFilter {
  key: string;
  code: string;
}

const isSettled = (filter: WantedFilter): filter is SettledFilter => filter.key !== null && filter.code !== null;

/**
 * Gives every filter its code: the table's, or else the one that the site's own list has for the label. The
 * list is asked for only where it is needed. A value found in neither is refused by name.
 */
export async function settle(wanted: WantedFilter[], siteList: () => Promise<SiteFilter[]>): Promise<SettledFilter[]> {
  if (wanted.every(isSettled)) return wanted;
  const offered = await siteList();
  const settled = wanted.map((filter) => (isSettled(filter) ? filter : learn(filter, offered)));
  refuse(
    wanted.filter((_, index) => settled[index] === null),
    "the site offers no filter for",
  );
  return settled.filter((filter) => filter !== null);
}

function learn(filter: WantedFilter, offered: SiteFilter[]): SettledFilter | null {
  const found = findByLabel(filter, offered);
  return found && { ...filter, key: found.key, code: found.code ?? filter.code ?? "", isSure: true };
}

/** The same filters, with those that the site passed over under the code of its own list; null where it has no other. */
export async function relearn(
  all: SettledFilter[],
  untaken: SettledFilter[],
  siteList: () => Promise<SiteFilter[]>,
): Promise<SettledFilter[] | null> {
  const unsure = untaken.filter(({ isSure }) => !isSure);
  if (unsure.length === 0) return null;
  const offered = await siteList();
  const relearned = all.map((filter) => (unsure.includes(filter) ? (learn(filter, offered) ?? filter) : filter));
  return relearned.some((filter, index) => filter.code !== all[index]!.code) ? relearned : null;
}
