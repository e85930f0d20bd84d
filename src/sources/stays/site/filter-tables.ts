import type { Facility } from "./facilities.ts";
import lists from "./filter-lists.json" with { type: "json" };

/** The stand-in's own short lists, as its pages label them: nothing here comes from the reader. */
export const shortLists: Record<string, { title: string; options: Facility[] }> = lists;
