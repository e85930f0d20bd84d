import { resourceOf, type SourceCanaries } from "../../contract/canary.ts";
import itemsSearch from "./items-search/operation.ts";
import profiles from "./profiles/operation.ts";

/** Calls that must always work on the live site: choose some that do. docs/health.md says what they can expect. */
export const canaries: SourceCanaries = {
  live: {
    [resourceOf(itemsSearch)]: [{ request: { keyword: "lamp" } }],
    [resourceOf(profiles)]: [{ request: { item: "1001" } }],
  },
};
