import { afterEach, describe, expect, test } from "vitest";
import { countField, defineRequest, timeoutField } from "../contract/fields.ts";
import { flat } from "../contract/price.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { readingContext, savedAnswer } from "../source-testing/saved-answer.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { text } from "./fields/kinds.ts";
import { jsonPage } from "./fields/pages.ts";
import { jsonRecord } from "./fields/table.ts";
import { operation } from "./operation.ts";
import { json, notFound } from "./stand-in/replies.ts";

const Item = jsonRecord("Item", { id: text("id").filled("always").meaning("A text.") });

const described = {
  path: "/api/toy/items",
  summary: "Items",
  description: "",
  price: flat(1),
  request: defineRequest("Items", { count: countField(), timeout: timeoutField }),
  record: Item,
  examples: [{ count: 1 }] as [{ count: number }],
  echo: {},
};
const read = jsonPage(Item, { rows: "items", total: "total", next: "next" });

let bench: StandInBench;
afterEach(() => bench?.close());

async function run(made: ReturnType<typeof operation>, count: number, answer: (call: StandInCall) => StandInReply) {
  bench = await standInFor(toySource({ operations: [made], answer }));
  const records = await bench.run(made, { count });
  return { ids: records.map(({ id }) => id).join(" "), requested: bench.calls.map(({ url }) => url.search).join(" ") };
}

const ids = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: from + index }));

describe("pages are requested", () => {
  test("by offset: the first page gives the number of rows per page", async () => {
    const made = operation({ ...described, pageFrom: (_, offset) => ({ path: `/list?from=${offset}` }), read });
    const site = ({ url }: StandInCall) => {
      const from = Number(url.searchParams.get("from"));
      return json({ total: 5, items: ids(from, Math.min(from + 2, 5)) });
    };
    expect(await run(made, 9, site)).toEqual({ ids: "0 1 2 3 4", requested: "?from=0 ?from=2 ?from=4" });
  });

  test("by cursor: until there is no next page or the caller has enough", async () => {
    const made = operation({
      ...described,
      pageAfter: (_, cursor) => ({ path: `/list?${cursor ? `after=${cursor}` : ""}` }),
      read,
    });
    const site = ({ url }: StandInCall) => {
      const from = Number(url.searchParams.get("after") ?? 0);
      return json({ total: 6, items: ids(from, from + 2), next: from < 4 ? from + 2 : null });
    };
    expect(await run(made, 9, site)).toEqual({ ids: "0 1 2 3 4 5", requested: " ?after=2 ?after=4" });
    await bench.close();
    expect(await run(made, 3, site)).toEqual({ ids: "0 1 2", requested: " ?after=2" });
  });

  test("a cursor that repeats is rejected, not followed forever", async () => {
    const made = operation({ ...described, pageAfter: (_, cursor) => ({ path: `/list?after=${cursor}` }), read });
    const site = ({ url }: StandInCall) => {
      const isFirst = url.searchParams.get("after") === "null";
      return json({ items: isFirst ? ids(0, 2) : ids(2, 4), next: "b" });
    };
    await expect(run(made, 9, site)).rejects.toThrow("earlier page");
  });

  test("one page about one item; 404 means that it does not exist", async () => {
    const made = operation({ ...described, page: () => ({ path: "/thing" }), read: jsonPage(Item, { row: "data" }) });
    expect((await run(made, 1, () => json({ data: { id: 7 } }))).ids).toBe("7");
    await bench.close();
    await expect(run(made, 1, () => notFound())).rejects.toMatchObject({ code: "no_such_thing" });
  });
});

test("a saved response is read like a live one, with the requested records", () => {
  const made = operation({
    ...described,
    page: () => ({ path: "/" }),
    read,
    keep: ({ id }) => id !== "1",
  });
  const page = made.parse(savedAnswer(JSON.stringify({ items: ids(0, 3) })), { count: 1, timeout: 20 }, readingContext);
  expect([...page.records].map((record) => (record as { id: string }).id)).toEqual(["0", "2"]);
  expect(page.rows).toBe(3);
});
