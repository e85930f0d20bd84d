import { describe, expect, test } from "vitest";
import { recordedStandIn } from "./recorded.ts";

const row = (id: number) =>
  `<li class="lamp" data-colour="${id % 2 ? "Red" : "Blue"}"><b>Lamp ${id}</b><i>${id % 2 ? "tall" : "small"}</i></li>`;
const page = (number: number, ids: number[]) =>
  `<html><body><h1 data-query="">Lamps</h1><p><b class="total">6</b> <i class="page">${number}</i>/<i class="pages">3</i></p><ul>${ids.map(row).join("")}</ul></body></html>`;
const exchange = (path: string, text: string) => ({
  method: "GET",
  path,
  body: null,
  status: 200,
  headers: { "content-type": "text/html" },
  text,
});

describe("other pages and searches of a recorded list in HTML", () => {
  const standIn = recordedStandIn(
    [
      exchange("/lamps?p=1", page(1, [1, 2])),
      exchange("/lamps?p=2", page(2, [3, 4])),
      exchange("/lamps?p=3", page(3, [5, 6])),
    ],
    {
      "/lamps": {
        rows: "li.lamp",
        page: "p",
        words: ["q"],
        filters: { colour: "li@data-colour", size: "i" },
        echo: { q: "h1@data-query" },
        total: ".total",
        number: ".page",
        lastPage: ".pages",
      },
    },
  );
  const ask = async (query: string) => {
    const url = new URL(`/lamps?${query}`, "http://127.0.0.1:1");
    const { status, body } = await standIn.answer({ method: "GET", url, headers: {}, body: "" });
    const text = String(body);
    const facts = [...text.matchAll(/<[bi] class="(\w+)">(\d+)</g)].map(([, name, value]) => `${name} ${value}`);
    return {
      status,
      lamps: [...text.matchAll(/Lamp (\d)/g)].map(([, id]) => Number(id)),
      facts,
      query: /data-query="(.*?)"/.exec(text)?.[1],
    };
  };

  test("recorded pages are answered as recorded", async () => {
    expect(await ask("p=2")).toMatchObject({ lamps: [3, 4], facts: ["total 6", "page 2", "pages 3"], query: "" });
  });

  test("words and filters select rows, and the page states their total, its number and the words", async () => {
    expect(await ask("q=lamp+%26")).toMatchObject({
      lamps: [],
      facts: ["total 0", "page 1", "pages 1"],
      query: "lamp &amp;",
    });
    expect(await ask("q=lamp&colour=red")).toEqual({
      status: 200,
      lamps: [1, 3],
      facts: ["total 3", "page 1", "pages 2"],
      query: "lamp",
    });
    expect(await ask("q=lamp&size=TALL&p=2")).toMatchObject({ lamps: [5], facts: ["total 3", "page 2", "pages 2"] });
    expect(await ask("q=lamp&p=9")).toMatchObject({ status: 404 });
  });
});
