import { operationResource, type SourceCanaries } from "../../source-kit/source.ts";
import brands from "./brands.ts";
import itemsSearch from "./items-search.ts";
import profiles from "./profiles.ts";
import updatesList from "./updates-list.ts";

/** Calls that must always work on the live site: choose some that do. docs/health.md says what they can expect. */
export const canaries: SourceCanaries = {
  live: {
    [operationResource(itemsSearch)]: [{ request: { keyword: "lamp", count: 60 } }, { request: { keyword: "chair" } }],
    [operationResource(updatesList)]: [{ request: { count: 60 } }],
    [operationResource(profiles)]: [{ request: { item: "1001" } }, { request: { item: "1002" } }],
    [operationResource(brands)]: [{ request: { query: "Re" } }, { request: { query: "Bl" } }],
  },
};
