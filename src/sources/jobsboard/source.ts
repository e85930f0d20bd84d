import { defineSource, inLanguage, managedChallenge, wants } from "../../source-kit/source.ts";
import { origins } from "./address.ts";
import { canaries } from "./canaries.ts";
import companies from "./companies.ts";
import companiesSearch from "./companies-search.ts";
import exampleRecords from "./example-records.json" with { type: "json" };

/** Good pages have the site's own hooks; the bot wall's pages do not. */
const LANDMARKS = ["data-js-id=", "data-js-job", 'id="footer"'];

export default defineSource({
  name: "jobsboard",
  title: "Job board",
  origins,
  politeness: { concurrency: 4, perSecond: 4 },
  headers: { ...wants.page, ...inLanguage("en-US") },
  blockMarker(answer) {
    const page = answer.text();
    return managedChallenge(
      page,
      LANDMARKS.some((mark) => page.includes(mark)),
    );
  },
  landmarks: LANDMARKS,
  exampleRecords,
  operations: [companies, companiesSearch],
  goingLive: {
    uncertain: "the profile's page outside its job links; the list of companies by country",
    route: "direct; browser if a challenge page appears",
  },
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
