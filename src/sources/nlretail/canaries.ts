import type { SourceCanaries } from "../../source-kit/source.ts";

export const canaries: SourceCanaries = {
  live: {
    "products/search": [
      { request: { keyword: "koffie", count: 60 }, atLeast: 60 },
      { request: { keyword: "lamp" }, atLeast: 20, goLiveOnly: true },
    ],
  },
};
