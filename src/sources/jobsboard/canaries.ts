import type { SourceCanaries } from "../../source-kit/source.ts";

const groups = { request: {}, find: { company: { request: { query: "Group" } } } };

export const canaries: SourceCanaries = {
  standIn: { companies: [groups] },
  live: {
    companies: [groups, { request: {}, find: { company: { request: { query: "Trading" } } }, goLiveOnly: true }],
    "companies/search": [
      { request: { query: "Group", count: 50 } },
      { request: { query: "Trading" }, goLiveOnly: true },
    ],
  },
};
