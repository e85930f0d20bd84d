import { defineSource } from "../../contract/source.ts";
import { inLanguage } from "../../source-kit/headers.ts";
import { blockMarker } from "./block-marker.ts";
import { canaries } from "./canaries.ts";
import cities from "./cities/operation.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import productsFilters from "./products-filters/operation.ts";
import productsSearch from "./products-search/operation.ts";

export default defineSource({
  name: "ruretail",
  title: "Russian electronics retailer",
  origins: { site: "https://ruretail.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: inLanguage("ru-RU"),
  blockMarker,
  exampleRecords,
  operations: [productsSearch, productsFilters, cities],
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
