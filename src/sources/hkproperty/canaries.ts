import type { SourceCanaries } from "../../source-kit/source.ts";

const anEstate = { request: { query: "Garden", lang: "en" } };
const aUnit = { request: { lang: "en" }, find: { estate: anEstate } };

const aValuation = { request: { lang: "en" }, find: { unit: aUnit } };

export const canaries: SourceCanaries = {
  standIn: { valuations: [aValuation] },
  live: {
    "estates/search": [anEstate, { request: { query: "花園" }, goLiveOnly: true }],
    "estates/units": [aUnit, { request: {}, find: { estate: { request: { query: "中心" } } }, goLiveOnly: true }],
    valuations: [aValuation, { request: {}, find: { unit: aUnit }, goLiveOnly: true }],
  },
};
