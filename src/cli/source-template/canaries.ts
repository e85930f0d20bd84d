import { resourceOf, type SourceCanaries } from "../../source-kit/source.ts";
import brands from "./brands.ts";
import itemsSearch from "./items-search.ts";
import profiles from "./profiles.ts";
import updatesList from "./updates-list.ts";

/** Calls that must always work on the live site: choose some that do. docs/health.md says what they can expect. */
export const canaries: SourceCanaries = {
  live: {
    [resourceOf(itemsSearch)]: [{ request: { keyword: "lamp", count: 60 } }, { request: { keyword: "chair" } }],
    [resourceOf(updatesList)]: [{ request: { count: 60 } }],
    [resourceOf(profiles)]: [{ request: { item: "1001" } }, { request: { item: "1002" } }],
    [resourceOf(brands)]: [{ request: { query: "Re" } }, { request: { query: "Bl" } }],
  },
};
