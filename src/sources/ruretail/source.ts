import { defineSource, inLanguage } from "../../source-kit/source.ts";
import { blockMarker, LANDMARKS } from "./block-marker.ts";
import { canaries } from "./canaries.ts";
import cities from "./cities.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import productsFilters from "./products-filters.ts";
import productsSearch from "./products-search.ts";

export default defineSource({
  name: "ruretail",
  title: "Russian electronics retailer",
  origins: { site: "https://ruretail.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: inLanguage("ru-RU"),
  blockMarker,
  landmarks: LANDMARKS,
  exampleRecords,
  operations: [productsSearch, productsFilters, cities],
  goingLive: {
    uncertain: "the rich GraphQL document (falls back once), the lookup of cities",
    route: "browser: every visitor meets a challenge",
    origin: "the `www` form",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
