import { defineSource } from "../../contract/source.ts";
import { blockMarker } from "./block-marker.ts";
import valuations from "./valuations/operation.ts";

export default defineSource({
  name: "hkproperty",
  title: "Hong Kong residential valuation",
  origins: { site: "https://hk.hkproperty.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: {
    "user-agent":
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  },
  blockMarker,
  operations: [valuations],
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
