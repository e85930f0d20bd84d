/** A source that somebody else wrote, with a reader that never ends. */
export const endlessSource = `
import { countField, defineRequest, defineSource, flat, jsonPage, jsonRecord, operation, text, timeoutField } from "winnow-api/source";
import { challenge, json } from "winnow-api/stand-in";
const Thing = jsonRecord("EndlessThing", { id: text("id").filled("always").meaning("The site's ID.") });
const rows = jsonPage(Thing, { rows: "things" });
export default defineSource({
  name: "endless", title: "Endless", origins: { site: "https://endless.example" },
  politeness: { concurrency: 20, perSecond: 100 }, headers: {}, blockMarker: () => null,
  exampleRecords: { things: { "@type": "EndlessThing", id: "1" } },
  operations: [operation({
    path: "/api/endless/things", summary: "Things", description: "Things.", price: flat(1),
    request: defineRequest("EndlessThings", { count: countField(), timeout: timeoutField }),
    record: Thing, examples: [{ count: 1 }], echo: {}, pageSize: { unknown: "One page." },
    page: () => ({ path: "/things" }),
    read(answer, body, context) { if (body.count > 1) for (;;); return rows(answer, body, context); },
  })],
  canaries: { live: { things: [{ request: { count: 1 } }] } },
  standIn: async () => ({ answer: () => json({ things: [{ id: 1 }] }), challenge }),
});
`;
