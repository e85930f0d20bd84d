import type { SourceCanaries } from "../../source-kit/source.ts";

export const canaries: SourceCanaries = {
  live: {
    companies: [
      { request: {}, find: { company: { request: { query: "Group" } } } },
      { request: {}, find: { company: { request: { query: "Trading" } } }, goLiveOnly: true },
    ],
    "companies/search": [
      { request: { query: "Group", count: 50 } },
      { request: { query: "Trading" }, goLiveOnly: true },
    ],
  },
};
