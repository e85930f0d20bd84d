import { defineSource } from "../../contract/source.ts";
import { inLanguage, wants } from "../../source-kit/headers.ts";
import { blockMarker } from "./block-marker.ts";
import { canaries } from "./canaries.ts";
import companies from "./companies/operation.ts";
import companiesSearch from "./companies-search/operation.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import { origins } from "./origins.ts";

export default defineSource({
  name: "jobsboard",
  title: "Job board",
  origins,
  politeness: { concurrency: 4, perSecond: 4 },
  headers: { ...wants.page, ...inLanguage("en-US") },
  blockMarker,
  exampleRecords,
  operations: [companies, companiesSearch],
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
