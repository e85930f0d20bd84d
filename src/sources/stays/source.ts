import { defineSource, wants } from "../../source-kit/source.ts";
import { canaries } from "./canaries.ts";
import { challengeMarker } from "./challenge.ts";
import destinationsSearch from "./destinations-search.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import filters from "./filters.ts";
import hotelsSearch from "./hotels-search.ts";

export default defineSource({
  name: "stays",
  title: "Lodging search",
  origins: {
    site: "https://stays.example",
    suggest: "https://suggest.stays.example",
    media: "https://media.stays.example",
  },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: wants.page,
  blockMarker: challengeMarker,
  landmarks: ["data-capla-", 'data-testid="property-card"'],
  exampleRecords,
  operations: [hotelsSearch, destinationsSearch, filters],
  goingLive: {
    uncertain: "codes marked as inferred in the tables of filter codes; `offset` beyond the first page",
    route: "browser: every visitor meets a challenge",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).default,
});
