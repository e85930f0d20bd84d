import type { Memory } from "../../../../contract/site.ts";
import type { Place } from "../destination.ts";
import type { SiteFilter } from "../reading/site-filters.ts";

/** The words of the request are English, and codes are the same in every language: the list is learned in this one. */
export const LEARNING_LANGUAGE = "en-us";
const A_DAY = 86_400;

const keyOf = ({ dest_type, dest_id, latitude, longitude }: Place) =>
  `filters ${dest_type} ${dest_id ?? `${latitude},${longitude}`} ${LEARNING_LANGUAGE}`;

export const remembered = (memory: Memory, place: Place): SiteFilter[] | undefined => memory.get(keyOf(place));

export const remember = (memory: Memory, place: Place, offered: SiteFilter[]): void =>
  memory.set(keyOf(place), offered, A_DAY);
