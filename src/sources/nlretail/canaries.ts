import type { SourceCanaries } from "../../source-kit/source.ts";

export const canaries: SourceCanaries = {
  live: {
    "products/search": [
      { request: { keyword: "koffie" }, atLeast: 20 },
      { request: { keyword: "lamp" }, atLeast: 20, goLiveOnly: true },
    ],
  },
};
