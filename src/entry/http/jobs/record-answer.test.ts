import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "../../../service/registry.ts";
import { registerErrors } from "../errors.ts";
import { sendRecords } from "./record-answer.ts";

const entry = {
  operation: {
    record: { properties: { "@type": { type: "string" }, id: { type: "string" }, name: { type: "string" } } },
  },
} as unknown as Entry;
const rows = ["a", "b", "c", "d", "e"].map((id) => ({ "@type": "Thing", id, name: `thing ${id}` }));
const server = Fastify();
beforeAll(async () => {
  registerErrors(server);
  server.get("/records", (request, reply) => sendRecords(request, reply, rows as never, entry));
  await server.ready();
});
afterAll(() => server.close());

const ask = (query = "", accept = "application/json") =>
  server.inject({ url: `/records${query}`, headers: { accept } });
const idsOf = async (query: string) =>
  (await ask(query))
    .json()
    .map(({ id }: { id: string }) => id)
    .join("");

test("kept records are given all at once, or page by page until none are left", async () => {
  const whole = await ask();
  expect(whole.json()).toEqual(rows);
  expect(whole.headers).toMatchObject({ "x-results-count": "5", "content-type": "application/json; charset=utf-8" });
  expect(whole.headers).not.toHaveProperty("x-next-cursor");
  const seen: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = await ask(`?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.headers["x-results-count"]).toBe("5");
    seen.push(
      page
        .json()
        .map(({ id }: { id: string }) => id)
        .join(""),
    );
    cursor = page.headers["x-next-cursor"] as string | undefined;
  }
  expect(seen).toEqual(["ab", "cd", "e"]);
  const third = Buffer.from("#3").toString("base64url");
  expect(await idsOf(`?cursor=${third}`)).toBe("de");
  expect(await idsOf("?limit=5")).toBe("abcde");
  expect((await ask("?limit=5")).headers).not.toHaveProperty("x-next-cursor");
  expect(await idsOf("?limit=10000")).toBe("abcde");
});

test("what is no number of rows, and no cursor of these records, is refused by its name", async () => {
  for (const limit of [0, 10_001, "x"]) {
    const answer = await ask(`?limit=${limit}`);
    expect([limit, answer.statusCode, answer.json().detail[0].loc]).toEqual([limit, 422, ["query", "limit"]]);
  }
  for (const text of ["3", "#", "#x", "x#3", "#3x", `#${"1".repeat(10)}`]) {
    const input = Buffer.from(text).toString("base64url");
    const answer = await ask(`?cursor=${input}`);
    expect([text, answer.statusCode, answer.json().detail]).toEqual([
      text,
      422,
      [{ type: "value_error", loc: ["query", "cursor"], msg: "Value error, is not a cursor of these records", input }],
    ]);
  }
});

test("they are given in the format that is asked for, with the fields that are asked for", async () => {
  const lines = await ask("?limit=2", "application/x-ndjson");
  expect(lines.headers["content-type"]).toBe("application/x-ndjson");
  expect(lines.body).toBe(`${JSON.stringify(rows[0])}\n${JSON.stringify(rows[1])}\n`);
  const table = await ask("?limit=1", "text/csv");
  expect(table.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(table.body).toBe("@type,id,name\r\nThing,a,thing a\r\n");
});
