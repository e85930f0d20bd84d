import { defineOperation } from "../../../contract/operation.ts";
import { flat } from "../../../contract/price.ts";
import { identifierOf } from "../../../source-kit/identifier.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { readPage } from "./read-page.ts";
import { ProfilesRecord } from "./record.ts";
import { Profiles } from "./request.ts";

const idOf = (item: string): string =>
  identifierOf(item, {
    field: "item",
    idWords: "an ID (digits)",
    urlWords: "the URL of its page",
    ofId: (text) => (/^\d+$/.test(text) ? text : null),
    ofUrl: ({ pathname }) => /^\/profiles\/(\d+)\/?$/.exec(pathname)?.[1] ?? null,
  });

export default defineOperation({
  path: "/api/template/profiles",
  summary: "Template: profiles by ID or URL",
  description: "One item of the site, by its ID or URL.",
  price: flat(1),
  request: Profiles,
  record: ProfilesRecord,
  exampleRecord,
  examples: [{ item: "1001" }],
  unavailableWhen: "the site has no such thing",
  check({ item }) {
    idOf(item);
  },
  async *run({ item }, site) {
    const id = idOf(item);
    yield await site.read({ path: `/profiles/${id}` }, (answer) => readPage(answer, id, site.origin));
  },
  parse: (answer, { item }, { origin }) => readPage(answer, idOf(item), origin),
});
