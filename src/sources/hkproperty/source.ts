import { defineSource } from "../../contract/source.ts";
import { blockMarker } from "./block-marker.ts";
import estatesSearch from "./estates-search/operation.ts";
import estatesUnits from "./estates-units/operation.ts";
import valuations from "./valuations/operation.ts";

export default defineSource({
  name: "hkproperty",
  title: "Hong Kong residential valuation",
  origins: { site: "https://hk.hkproperty.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: {},
  blockMarker,
  settings: {
    estimate_path: {
      default: "/centaestimate/api/Estimate/GetUnitEstimate?prn={unit}&lang={lang}",
      meaning:
        "Where the estimate of a unit is asked for; `{unit}` and `{lang}` are filled in. Our best guess: it was never seen.",
    },
    token_page: {
      default: "/findproperty/list/buy",
      meaning: "Page whose state holds the anonymous bearer token, read where the estimate answers 401.",
    },
  },
  operations: [valuations, estatesSearch, estatesUnits],
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
