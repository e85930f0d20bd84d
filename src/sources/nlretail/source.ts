import { defineSource } from "../../contract/source.ts";
import { inLanguage } from "../../source-kit/headers.ts";
import { canaries } from "./canaries.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import { blockMarker } from "./products-search/block-marker.ts";
import productsSearch from "./products-search/operation.ts";

export default defineSource({
  name: "nlretail",
  title: "Dutch retailer",
  origins: { site: "https://nlretail.example" },
  politeness: { concurrency: 4, perSecond: 8 },
  headers: inLanguage("nl-NL"),
  blockMarker,
  exampleRecords,
  operations: [productsSearch],
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
