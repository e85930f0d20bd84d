import { defineSource, managedChallenge } from "../../source-kit/source.ts";
import { canaries } from "./canaries.ts";
import estatesSearch from "./estates-search.ts";
import estatesUnits from "./estates-units.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import valuations from "./valuations.ts";

/** The site's pages; its data has no landmark. */
const STATE = "window.__NUXT__";

export default defineSource({
  name: "hkproperty",
  title: "Hong Kong residential valuation",
  origins: { site: "https://hk.hkproperty.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: {},
  // Responses are JSON. No block page of this site was ever seen, so only the common wall's pages are known.
  blockMarker(answer) {
    const text = answer.text().trimStart();
    return text.startsWith("<") ? managedChallenge(text, text.includes(STATE)) : null;
  },
  landmarks: [STATE],
  settings: {
    estimate_path: {
      default: "/centaestimate/api/Estimate/GetUnitEstimate?prn={unit}&lang={lang}",
      meaning: "Path of a unit's estimate, with `{unit}` and `{lang}`. A guess: never seen on the live site.",
    },
    token_page: {
      default: "/findproperty/list/buy",
      meaning: "Page that contains the anonymous bearer token, read if the estimate answers 401.",
    },
  },
  exampleRecords,
  operations: [valuations, estatesSearch, estatesUnits],
  goingLive: {
    uncertain: "the path of the estimate, most of estates and units",
    route: "direct",
    origin: "the host of the language",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
