import { Unreadable } from "../contract/errors.ts";
import { countField, defineRequest, textField, timeoutField } from "../contract/fields.ts";
import { defineOperation } from "../contract/operation.ts";
import { Page } from "../contract/page.ts";
import { flat } from "../contract/price.ts";
import type { Answer } from "../contract/site.ts";
import { defineSource, type Source } from "../contract/source.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { jsonRecord, text } from "../source-kit/record.ts";

const PAGE_SIZE = 20;

const Row = jsonRecord("ToyRow", {
  id: text().filled("usually").meaning("A text."),
  name: text().filled("usually").meaning("A text."),
  note: text().meaning("A text."),
});
const { make: row } = Row;

/** Reads `{"rows": [{"id", "name"}]}`. */
function readRows(answer: Answer) {
  let page: { rows?: Array<{ id?: string; name?: string }> };
  try {
    page = JSON.parse(answer.text());
  } catch {
    throw new Unreadable("not JSON");
  }
  if (!Array.isArray(page.rows)) throw new Unreadable("no rows");
  return Page.of(page.rows, ({ id, name }) => row({ id: id ?? null, name: name ?? null }));
}

/** A minimal source: endless pages of 20 rows. Tests of the engine adapt it. */
export function toySource(
  changes: Partial<Source> & { answer?: (call: StandInCall) => StandInReply | Promise<StandInReply> } = {},
): Source {
  const { answer, ...manifest } = changes;
  return defineSource({
    name: "toy",
    title: "A toy",
    origins: { site: "https://toy.example" },
    politeness: { concurrency: 4, perSecond: 1000 },
    headers: { "accept-language": "en" },
    blockMarker: (page) => (page.text().includes("toy-challenge") ? "toy challenge" : null),
    operations: [
      defineOperation({
        path: "/api/toy/rows",
        summary: "Rows",
        description: "",
        price: flat(1),
        request: defineRequest("ToyRows", {
          keyword: textField({ description: "", default: "" }),
          count: countField(),
          timeout: timeoutField,
        }),
        record: Row,
        examples: [{ count: 20 }],
        echo: { keyword: "The toy does not repeat it.", page: "Its pages have no numbers." },
        pageSize: PAGE_SIZE,
        async *run({ count, keyword }, site) {
          const pages = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, index) => ({
            path: `/rows?page=${index + 1}&keyword=${encodeURIComponent(keyword)}`,
          }));
          yield* site.readAll(pages, readRows);
        },
        parse: readRows,
      }),
    ],
    canaries: { live: { rows: [{ request: { count: 30 } }, { request: { keyword: "x", count: 20 } }] } },
    standIn: async () => ({
      answer: answer ?? toyPage,
      challenge: () => ({ status: 403, body: "<html>toy-challenge</html>" }),
    }),
    ...manifest,
  });
}

export function toyPage({ url }: StandInCall): StandInReply {
  const page = Number(url.searchParams.get("page"));
  const rows = Array.from({ length: PAGE_SIZE }, (_, index) => {
    const id = String((page - 1) * PAGE_SIZE + index + 1);
    return { id, name: `Row ${id}` };
  });
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ rows }) };
}
