import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSources } from "../src/contract/load-sources.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

describe("a seventh source is one folder and nothing else", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
  });
  afterAll(() => service.close());

  test("its route answers with records from its stand-in", async () => {
    const answer = await service.post("/api/toyshelf/things", { shelf: "top", count: 12 }, { key: service.demoKey });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toHaveLength(12);
    expect(answer.json()[0]).toEqual({ "@type": "toyshelfThing", id: "0", name: "thing 0" });
  });

  test("its price is charged by results", async () => {
    const answer = await service.post("/api/toyshelf/things", { shelf: "top", count: 11 }, { key: service.demoKey });
    expect(answer.headers["x-credits-charged"]).toBe("6");
  });

  test("its body is checked, and its own rule", async () => {
    const missing = await service.post("/api/toyshelf/things", { count: 0 }, { key: service.demoKey });
    expect(missing.statusCode).toBe(422);
    expect(missing.json().detail.map(({ loc }: { loc: string[] }) => loc.join("."))).toEqual([
      "body.shelf",
      "body.count",
    ]);
    const rule = await service.post("/api/toyshelf/things", { shelf: "cellar", count: 1 }, { key: service.demoKey });
    expect(rule.json().detail[0]).toMatchObject({ type: "value_error", loc: ["body", "shelf"] });
  });

  test("it stands in OpenAPI with its price", async () => {
    const document = (await service.get("/openapi.json")).json();
    expect(document.paths["/api/toyshelf/things"].post["x-price"]).toEqual({
      kind: "per-results",
      credits: 3,
      results: 10,
    });
    expect(document.components.schemas.toyshelfThing.required).toEqual(["@type", "id", "name"]);
  });
});

describe("a broken manifest stops the start and names the file and the field", () => {
  const broken: Array<[field: string, change: (source: string) => string]> = [
    ["name", (s) => s.replace('name: "odd"', 'name: "other"')],
    ["origins.site", (s) => s.replace('"https://odd.example"', '"odd.example/path"')],
    ["politeness.concurrency", (s) => s.replace("concurrency: 4", "concurrency: 0")],
    ["operations[0].path", (s) => s.replace('"/api/odd/things"', '"/odd/things"')],
    ["operations[0].price", (s) => s.replace(/price: perResults.*\n/, "")],
    ["operations[0].request.timeout", (s) => s.replace(", timeout: timeoutField }", " }")],
    ["operations[0].examples", (s) => s.replace(/examples: .*\n/, "examples: [],\n")],
    ["blockMarker", (s) => s.replace("blockMarker: () => null,", "")],
    ["the module", (s) => `${s}\nthrow new Error("boom");`],
    ["default export", () => "export const nothing = 1;"],
  ];
  test.each(broken)("%s", async (field, change) => {
    const folder = await sourcesFolder({ odd: change(toySource("odd")) });
    await expect(loadSources(folder)).rejects.toThrow(`odd/source.ts: ${field} `);
  });
});
