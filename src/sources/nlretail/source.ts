import { defineSource, inLanguage } from "../../source-kit/source.ts";
import { blockMarker, LANDMARKS } from "./block-marker.ts";
import { canaries } from "./canaries.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import productsSearch from "./products-search.ts";

export default defineSource({
  name: "nlretail",
  title: "Dutch retailer",
  origins: { site: "https://nlretail.example" },
  politeness: { concurrency: 4, perSecond: 8 },
  headers: inLanguage("nl-NL"),
  blockMarker,
  landmarks: LANDMARKS,
  exampleRecords,
  operations: [productsSearch],
  goingLive: {
    uncertain: "`page` on the data route (Winnow reads the page itself if the site ignores it)",
    route: "direct",
    origin: "the `www` form",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
