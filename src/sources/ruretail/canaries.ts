import type { SourceCanaries } from "../../source-kit/source.ts";

export const canaries: SourceCanaries = {
  live: {
    "products/search": [
      { request: { query: "ноутбук", count: 60 }, atLeast: 60 },
      { request: { query: "чайник" }, atLeast: 20, goLiveOnly: true },
      { request: { query: "ноутбук", price_min: 60_000 }, every: { price: { min: 60_000 } }, goLiveOnly: true },
      {
        request: { query: "ноутбук", sort: "price_asc" },
        sorted: { field: "price", order: "ascending" },
        goLiveOnly: true,
      },
    ],
    "products/filters": [{ request: { query: "ноутбук" } }, { request: { query: "чайник" }, goLiveOnly: true }],
    cities: [{ request: { query: "Санкт" } }, { request: { query: "Екат" }, goLiveOnly: true }],
  },
};
