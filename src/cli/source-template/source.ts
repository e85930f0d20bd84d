import { defineSource, managedChallenge } from "../../source-kit/source.ts";
import brands from "./brands.ts";
import { canaries } from "./canaries.ts";
import exampleRecords from "./example-records.json" with { type: "json" };
import itemsSearch from "./items-search.ts";
import profiles from "./profiles.ts";
import updatesList from "./updates-list.ts";

export default defineSource({
  name: "template",
  title: "Template",
  origins: { site: "https://template.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: { "accept-language": "en-US,en;q=0.9" },
  blockMarker: (answer) => managedChallenge(answer.text(), answer.status === 200),
  exampleRecords,
  operations: [itemsSearch, updatesList, profiles, brands],
  goingLive: { uncertain: "everything: the forms are guesses", route: "not tried" },
  canaries,
  standIn: async () => (await import("./stand-in.ts")).standIn,
});
