import { DESKTOP_BROWSER } from "../../contract/browser.ts";
import { defineSource } from "../../contract/source.ts";
import { blockMarker } from "./block-marker.ts";
import valuations from "./valuations/operation.ts";

export default defineSource({
  name: "hkproperty",
  title: "Hong Kong residential valuation",
  origins: { site: "https://hk.hkproperty.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: {
    "user-agent": DESKTOP_BROWSER,
  },
  blockMarker,
  operations: [valuations],
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
