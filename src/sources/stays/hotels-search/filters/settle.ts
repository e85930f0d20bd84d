import { ruleBroken } from "../../../../contract/errors.ts";
import type { Memory } from "../../../../contract/site.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import { findByLabel } from "./labels.ts";
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
  const missing = wanted.filter((_, index) => settled[index] === null);
  if (missing.length > 0) {
    throw ruleBroken(
      ...missing.map(({ loc, value }) => ({
        loc,
        msg: `the site offers no filter for ${JSON.stringify(value)} at this destination`,
        input: value,
      })),
    );
  }
  return settled.filter((filter) => filter !== null);
}

function learn(filter: WantedFilter, offered: SiteFilter[]): SettledFilter | null {
  const found = findByLabel(filter, offered);
  return found && { ...filter, key: found.key, code: found.code ?? filter.code ?? "" };
}

/** The labels of values are English, and codes are the same in every language: one list per destination is learned. */
export const LEARNING_LANGUAGE = "en-us";
const A_DAY = 86_400;

const memoryKey = (place: string, language: string) => `filters ${place} ${language}`;

export const remembered = (memory: Memory, place: string): SiteFilter[] | undefined =>
  memory.get<SiteFilter[]>(memoryKey(place, LEARNING_LANGUAGE));

export function remember(memory: Memory, place: string, language: string, offered: SiteFilter[]): void {
  const key = memoryKey(place, language);
  const known = new Map(
    (memory.get<SiteFilter[]>(key) ?? []).map((filter) => [`${filter.key}=${filter.code}`, filter]),
  );
  for (const filter of offered) known.set(`${filter.key}=${filter.code}`, filter);
  memory.set(key, [...known.values()], A_DAY);
}
