import { defineSource } from "../../contract/source.ts";
import { inLanguage } from "../../source-kit/headers.ts";
import { blockMarker } from "./block-marker.ts";
import businessesSearch from "./businesses-search/operation.ts";
import { canaries } from "./canaries.ts";
import locationsSearch from "./locations-search/operation.ts";

export default defineSource({
  name: "bizbureau",
  title: "Business directory",
  origins: { site: "https://www.bizbureau.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: inLanguage("en-US"),
  blockMarker,
  operations: [businessesSearch, locationsSearch],
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
