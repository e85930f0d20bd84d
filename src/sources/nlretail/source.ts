import { defineSource } from "../../contract/source.ts";
import { blockMarker } from "./products-search/block-marker.ts";
import productsSearch from "./products-search/operation.ts";

export default defineSource({
  name: "nlretail",
  title: "Dutch retailer",
  origins: { site: "https://nlretail.example" },
  politeness: { concurrency: 4, perSecond: 8 },
  headers: {
    "user-agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "accept-language": "nl-NL,nl;q=0.9",
  },
  blockMarker,
  operations: [productsSearch],
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
