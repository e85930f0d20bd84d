import { countField, defineRequest, textField, timeoutField } from "../../../../src/contract/fields.ts";
import { defineOperation } from "../../../../src/contract/operation.ts";
import { Page } from "../../../../src/contract/page.ts";
import { flat } from "../../../../src/contract/price.ts";
import { defineSource } from "../../../../src/contract/source.ts";
import { jsonRecord, text } from "../../../../src/source-kit/record.ts";

const Trap = jsonRecord("ScriptedTrap", {
  name: text().meaning("A text."),
  url: text().meaning("A text."),
  image: text().meaning("A text."),
});
const { make: trap } = Trap;

/** A site whose products are named after scripts, as a hostile seller might do. */
export default defineSource({
  name: "scripted",
  title: "<script>document.title='owned'</script>",
  origins: { site: "https://scripted.example" },
  politeness: { concurrency: 1, perSecond: 10 },
  headers: {},
  blockMarker: () => null,
  operations: [
    defineOperation({
      path: "/api/scripted/traps",
      summary: "Traps",
      description: "<img src=x onerror=\"document.title='owned'\">",
      price: flat(1),
      request: defineRequest("ScriptedTraps", {
        keyword: textField({ description: "Anything.", default: "" }),
        count: countField(),
        timeout: timeoutField,
      }),
      record: Trap,
      exampleRecord: { ...trap({ name: "A trap" }) },
      examples: [{ keyword: "<script>document.title='owned'</script>", count: 2 }],
      echo: { keyword: "It sends no request." },
      pageSize: { unknown: "Its one page has as many as were asked for." },
      async *run() {
        const script = {
          name: "<script>document.title='owned'</script>",
          url: "javascript:document.title='owned'",
          image: "javascript:document.title='owned'",
        };
        const picture = {
          name: "<img src=x onerror=\"document.title='owned'\">",
          url: "data:text/html,owned",
          image: "x",
        };
        yield Page.of([script, picture], trap);
      },
      parse: () => Page.empty(),
    }),
  ],
  canaries: { live: { traps: [{ request: { count: 2 } }, { request: { keyword: "other", count: 2 } }] } },
  standIn: async () => ({
    answer: () => ({ status: 200, body: "" }),
    challenge: () => ({ status: 403, body: "" }),
  }),
});
