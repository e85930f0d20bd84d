import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { findSources } from "../src/sources/find-sources.ts";
import type { TestService } from "./support/service.ts";
import { sharedService } from "./support/shared-service.ts";

const sources = await findSources();
const operations = sources.flatMap((source) => source.operations);
const ajv = new Ajv2020({ strict: false });

describe("every operation, over HTTP and against its stand-in", () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await sharedService();
    key = await service.createKey({ plan: "pro" });
  });

  test.each(operations.flatMap(({ path, examples }) => examples.map((body) => [path, body] as const)))(
    "%s responds to %j with records that match the schema, at its price",
    async (path, body) => {
      const operation = operations.find((candidate) => candidate.path === path)!;
      const answer = await service.post(path, body, { key });
      expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
      const records = answer.json();
      expect(records.length).toBeGreaterThan(0);
      const fits = ajv.compile({ type: "array", items: operation.record });
      expect(fits(records), ajv.errorsText(fits.errors)).toBe(true);
      for (const record of records) expect(Object.keys(record)).toEqual(Object.keys(operation.record.properties));
      expect(answer.headers["x-credits-charged"]).toBe(String(operation.price.of(records.length)));
    },
  );

  test("a request without results returns [] and costs nothing if priced by results", async () => {
    const answer = await service.post("/api/nlretail/products/search", { keyword: "zzqqxxyy", count: 5 }, { key });
    expect([answer.statusCode, answer.json(), answer.headers["x-credits-charged"]]).toEqual([200, [], "0"]);
  });

  test.each([
    ["/api/nlretail/products/search", { query: "tas" }, "keyword: This operation has keyword for query."],
    ["/api/ruretail/products/search", { keyword: "iphone" }, "query: This operation has query for keyword."],
  ])(
    "%s says what it calls the text of a search that comes under another operation's name",
    async (path, body, hint) => {
      const answer = await service.post(path, { ...body, count: 1 }, { key });
      expect([answer.statusCode, answer.headers["x-hint"]]).toEqual([422, hint]);
    },
  );
});

test.each(operations.map(({ path, exampleRecord, record }) => [path, exampleRecord, record] as const))(
  "the record that the reference page shows for %s matches its schema",
  (_path, exampleRecord, record) => {
    const fits = ajv.compile(record);
    expect(fits(exampleRecord), ajv.errorsText(fits.errors)).toBe(true);
  },
);
