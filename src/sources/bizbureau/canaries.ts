import type { SourceCanaries } from "../../source-kit/source.ts";

export const canaries: SourceCanaries = {
  live: {
    "businesses/search": [
      { request: { keyword: "plumber", count: 40 }, atLeast: 40 },
      { request: { keyword: "dentist" }, atLeast: 15, goLiveOnly: true },
      { request: { keyword: "plumber", rating: "A" }, every: { bbb_rating: { startsWith: "A" } }, goLiveOnly: true },
    ],
    "locations/search": [{ request: { query: "Port" } }, { request: { query: "Lake" }, goLiveOnly: true }],
  },
};
