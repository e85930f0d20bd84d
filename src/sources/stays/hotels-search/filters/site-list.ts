import type { Memory } from "../../../../contract/site.ts";
import { A_DAY } from "../../../../source-kit/remembered.ts";
import type { Place } from "../destination.ts";
import type { SiteFilter } from "../reading/site-filters.ts";

/** The site's own list of filters for a destination. */
export interface SiteList {
  /** As remembered, or else asked for. */
  offered(): Promise<SiteFilter[]>;
  /** Asked for in this run, whatever is remembered: codes change. */
  anew(): Promise<SiteFilter[]>;
}

/** The words of the request are English, and codes are the same in every language: the list is learned in this one. */
export const LEARNING_LANGUAGE = "en-us";

const keyOf = ({ dest_type, dest_id, latitude, longitude }: Place) =>
  `filters ${dest_type} ${dest_id ?? `${latitude},${longitude}`} ${LEARNING_LANGUAGE}`;

export function siteListOf(place: Place, memory: Memory, ask: () => Promise<SiteFilter[]>): SiteList {
  const key = keyOf(place);
  let asked: Promise<SiteFilter[]> | null = null;
  const learn = async () => {
    const offered = await ask();
    memory.set(key, offered, A_DAY);
    return offered;
  };
  const anew = () => {
    asked ??= learn();
    return asked;
  };
  return { anew, offered: async () => memory.get<SiteFilter[]>(key) ?? anew() };
}

/** A code by likeness that the site has confirmed by its label needs no second proof for a day. */
export const isConfirmed = (memory: Memory, key: string, code: string): boolean =>
  memory.get(`confirmed ${key}=${code}`) === true;

export const confirm = (memory: Memory, key: string, code: string): void =>
  memory.set(`confirmed ${key}=${code}`, true, A_DAY);
