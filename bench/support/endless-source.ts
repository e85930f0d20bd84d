import { contract } from "../../test/support/toy-folder.ts";

/** The code of a source that has as many things as are asked for, a hundred a page: what grows is the service. */
export const endlessSource = (name: string): string => `
import { defineOperation } from "${contract}operation.ts";
import { defineSource } from "${contract}source.ts";
import { perResults } from "${contract}price.ts";
import { countField, defineRequest, timeoutField } from "${contract}fields.ts";
import { Page } from "${contract}page.ts";
import { defineRecord, filled, recordMaker, required, text } from "${contract}record.ts";

const Thing = defineRecord("${name}Thing", { id: filled(required(text())), name: filled(text()) });
const thing = recordMaker(Thing);
const read = (answer) => Page.of(JSON.parse(answer.text()), thing);

export default defineSource({
  name: "${name}",
  title: "Things without end",
  origins: { site: "https://${name}.example" },
  politeness: { concurrency: 64, perSecond: 100000 },
  headers: {},
  blockMarker: () => null,
  operations: [
    defineOperation({
      path: "/api/${name}/things",
      summary: "Things",
      description: "Things.",
      price: perResults({ credits: 1, results: 100 }),
      request: defineRequest("${name}Things", { count: countField(), timeout: timeoutField }),
      record: Thing,
      examples: [{ count: 5 }],
      exampleRecord: { "@type": "${name}Thing", id: "0", name: "thing 0" },
      async *run({ count }, site) {
        const pages = Array.from({ length: Math.ceil(count / 100) }, (_, page) => ({ path: "/things?page=" + page }));
        yield* site.readAll(pages, read);
      },
      parse: read,
    }),
  ],
  canaries: { live: { things: [{ request: { count: 5 } }] } },
  standIn: async () => ({
    answer: ({ url }) => {
      const first = Number(url.searchParams.get("page")) * 100;
      const things = Array.from({ length: 100 }, (_, at) => ({ id: String(first + at), name: "thing " + (first + at) }));
      return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(things) };
    },
    challenge: () => ({ status: 403, body: "go away" }),
    vitalField: "id",
  }),
});
`;
