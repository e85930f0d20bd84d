import type { Memory } from "../../../contract/site.ts";
import { A_DAY } from "../../../source-kit/source.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import type { Place } from "../search.ts";
import type { RequestedFilter } from "./requested-filters.ts";

/** The request's names are English, and codes are the same in every language, so the list is requested in English. */
export const LIST_LANGUAGE = "en-us";

const keyOf = ({ dest_type, dest_id, latitude, longitude }: Place) =>
  `filters ${dest_type} ${dest_id ?? `${latitude},${longitude}`} ${LIST_LANGUAGE}`;

/** The site's own list of filters for a destination. */
export function readSiteList(place: Place, memory: Memory, ask: () => Promise<SiteFilter[]>) {
  const key = keyOf(place);
  let requested: Promise<SiteFilter[]> | null = null;
  const askAndKeep = async () => {
    const offered = await ask();
    memory.set(key, offered, A_DAY);
    return offered;
  };
  /** Requested in this run, whatever is remembered: codes change. */
  const anew = () => {
    requested ??= askAndKeep();
    return requested;
  };
  /** The remembered list, or else a new one. */
  const offered = async () => memory.get<SiteFilter[]>(key) ?? anew();
  return { anew, offered };
}

export type SiteList = ReturnType<typeof readSiteList>;

type Named = Pick<RequestedFilter, "key" | "code" | "isUnsure">;
const confirmed = ({ key, code }: Named) => `confirmed ${key}=${code}`;

/** An unsure code that the site applied under the right label needs no second proof for a day. */
export const isConfirmed = (memory: Memory, filter: Named): boolean =>
  filter.isUnsure && memory.get(confirmed(filter)) === true;

export const confirm = (memory: Memory, filter: Named): void => memory.set(confirmed(filter), true, A_DAY);
