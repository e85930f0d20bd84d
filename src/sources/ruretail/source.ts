import { defineSource } from "../../contract/source.ts";
import { blockMarker } from "./block-marker.ts";
import productsSearch from "./products-search/operation.ts";

export default defineSource({
  name: "ruretail",
  title: "Russian electronics retailer",
  origins: { site: "https://ruretail.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: {
    "user-agent":
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36",
    "accept-language": "ru-RU,ru;q=0.9",
  },
  blockMarker,
  operations: [productsSearch],
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
