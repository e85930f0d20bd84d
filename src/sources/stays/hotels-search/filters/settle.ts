import type { SiteFilter } from "../reading/site-filters.ts";
import { findByLabel } from "./labels.ts";
import { refuse } from "./refuse.ts";
import type { SiteList } from "./site-list.ts";
import type { SettledFilter, WantedFilter } from "./wanted.ts";

const hasCode = (filter: WantedFilter): filter is SettledFilter => filter.key !== null && filter.code !== null;

/**
 * Gives every filter its code: the table's, or else the one that the site's own list has for its name. The list
 * is asked for only where a code is missing or a guess. A value found in neither is refused by name.
 */
export async function settle(wanted: WantedFilter[], list: SiteList): Promise<SettledFilter[]> {
  const isSettled = (filter: WantedFilter): filter is SettledFilter => hasCode(filter) && !filter.isGuess;
  if (wanted.every(isSettled)) return wanted;
  const offered = await list.offered();
  const settled = wanted.map((filter) =>
    isSettled(filter) ? filter : (learned(filter, offered) ?? guess(filter, offered)),
  );
  refuse(
    wanted.filter((_, index) => settled[index] === null),
    offered,
    "the site offers no filter for",
  );
  return settled.filter((filter) => filter !== null);
}

function learned(filter: WantedFilter, offered: SiteFilter[]): SettledFilter | null {
  const found = findByLabel(filter, offered);
  return found && { ...filter, key: found.key, code: found.code ?? filter.code ?? "", isGuess: false };
}

/** A guess stands until the site's list uses its code for something else. */
function guess(filter: WantedFilter, offered: SiteFilter[]): SettledFilter | null {
  const isOther = offered.some(({ key, code }) => key === filter.key && code === filter.code);
  return hasCode(filter) && !isOther ? filter : null;
}

/**
 * The same filters, with those that the site passed over under the code of its own list as it is now; null where
 * the list has no other. A distance becomes the next smaller one that the page offers.
 */
export async function relearn(
  all: SettledFilter[],
  untaken: SettledFilter[],
  list: SiteList,
  page: SiteFilter[],
): Promise<SettledFilter[] | null> {
  const byName = untaken.some(({ kind }) => kind === "value") ? await list.anew() : [];
  const relearned = all.map((filter) => {
    if (!untaken.includes(filter)) return filter;
    if (filter.kind === "value") return learned(filter, byName) ?? filter;
    return filter.key === "distance" ? { ...filter, code: distanceWithin(filter, page) ?? filter.code } : filter;
  });
  return relearned.some(({ code }, index) => code !== all[index]!.code) ? relearned : null;
}

function distanceWithin({ key, value }: SettledFilter, page: SiteFilter[]): string | null {
  const offered = page.filter((filter) => filter.key === key).map(({ code }) => Number(code));
  const within = offered.filter((meters) => meters <= Number(value));
  return within.length > 0 ? String(Math.max(...within)) : null;
}
