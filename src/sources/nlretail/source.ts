import { defineSource } from "../../contract/source.ts";
import { blockMarker } from "./products-search/block-marker.ts";
import productsSearch from "./products-search/operation.ts";

export default defineSource({
  name: "nlretail",
  title: "Dutch retailer",
  origins: { site: "https://nlretail.example" },
  politeness: { concurrency: 4, perSecond: 8 },
  headers: {
    "accept-language": "nl-NL,nl;q=0.9",
  },
  blockMarker,
  operations: [productsSearch],
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
