import { defineSource, inLanguage } from "../../source-kit/source.ts";
import { blockMarker, STATE } from "./block-marker.ts";
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
  landmarks: [STATE],
  exampleRecords,
  operations: [businessesSearch, locationsSearch],
  goingLive: {
    uncertain: "filtered answers; the other fields of a suggested place",
    route: "direct; browser if a challenge page appears",
    origin: "the `www` form",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
