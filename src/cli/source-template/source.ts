import { managedChallenge } from "../../contract/managed-challenge.ts";
import { defineSource } from "../../contract/source.ts";
import { canaries } from "./canaries.ts";
import itemsSearch from "./items-search/operation.ts";
import profiles from "./profiles/operation.ts";

export default defineSource({
  name: "template",
  title: "Template",
  origins: { site: "https://template.example" },
  politeness: { concurrency: 4, perSecond: 4 },
  headers: { "accept-language": "en-US,en;q=0.9" },
  blockMarker: (answer) => managedChallenge(answer.text(), answer.status === 200),
  operations: [itemsSearch, profiles],
  canaries,
  standIn: async () => (await import("./site/stand-in.ts")).standIn,
});
