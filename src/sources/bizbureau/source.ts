import { defineSource, inLanguage } from "../../source-kit/source.ts";
import { blockMarker } from "./block-marker.ts";
import businessesSearch from "./businesses-search.ts";
import { canaries } from "./canaries.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import locationsSearch from "./locations-search.ts";

export default defineSource({
  name: "bizbureau",
  title: "Business directory",
  origins: { site: "https://www.bizbureau.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: inLanguage("en-US"),
  blockMarker,
  exampleRecords,
  operations: [businessesSearch, locationsSearch],
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
