import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withAccounts } from "../src/app/open-accounts.ts";
import { toCsv } from "../src/files/csv.ts";
import { Visitor } from "./support/dashboard/dashboard.ts";
import { drawnThird } from "./support/drawn.ts";
import type { TestService } from "./support/service.ts";
import { sharedService } from "./support/shared-service.ts";

/**
 * The same request through every entry point and format returns the same records, cost and end, whether it ends at a count,
 * at the end of the list, or at the site's limit.
 */

interface Reported {
  records: unknown;
  charged: number;
  end: string | null | undefined;
}

let service: TestService;
let key: string;
let mcp: Client;
let account: Visitor;

beforeAll(async () => {
  service = await sharedService();
  key = await service.createKey({ plan: "enterprise" });
  mcp = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), {
    requestInit: { headers: { "access-token": key } },
  });
  await mcp.connect(transport as Parameters<Client["connect"]>[0]);
  account = new Visitor(service);
  await account.signUp("formats@people.example");
  const { body } = await account.get("/session");
  await withAccounts(service.config, ({ accounts }) => accounts.setPlan(body.me.id, "enterprise"));
});
afterAll(async () => {
  await mcp.close();
});

/** All operations, with each way for an answer to end; filters are tested where they are read. */
type Case = [operation: string, body: Record<string, unknown>];
const requests: Case[] = [
  ...[1, 21, 150].map((count) => ["nlretail/products/search", { keyword: "koffie", count }] as Case),
  ["bizbureau/businesses/search", { keyword: "plumber", count: 300 }],
  ["bizbureau/businesses/search", { keyword: "plumber", count: 30, rating: "B" }],
  ["bizbureau/businesses/search", { keyword: "plumber", count: 5, radius: "25" }],
  ["bizbureau/businesses/search", { keyword: "no such trade anywhere", count: 5 }],
  ["ruretail/products/search", { query: "ноутбук", count: 25, sort: "price_desc" }],
  ["hkproperty/valuations", { unit: "D2000000", lang: "sc" }],
  ["jobsboard/companies", { company: "2137034", language: "ar" }],
  ["stays/hotels/search", { destination: "Lisbon", count: 26, language: "de", currency: "EUR" }],
  ["stays/hotels/search", { destination: "Lisbon", count: 30, checkin: "2027-05-01", checkout: "2027-05-04" }],
];

const post = (operation: string, body: object, headers: Record<string, string> = {}) =>
  service.post(`/api/${operation}`, body, { key, headers });

const ways: Record<string, (operation: string, body: Record<string, unknown>) => Promise<Reported>> = {
  async NDJSON(operation, body) {
    const { trailers, body: lines } = await post(operation, body, { accept: "application/x-ndjson" });
    return {
      records: lines
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
      charged: Number(trailers["x-credits-charged"]),
      end: trailers["x-results-end"],
    };
  },
  async "packed JSON"(operation, body) {
    const answer = await fetch(`${service.address}/api/${operation}`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json", "accept-encoding": "br" },
      body: JSON.stringify(body),
    });
    return {
      records: await answer.json(),
      charged: Number(answer.headers.get("x-credits-charged")),
      end: answer.headers.get("x-results-end"),
    };
  },
  async MCP(operation, body) {
    const { structuredContent } = (await mcp.callTool({
      name: "execute",
      arguments: { operation, request: body },
    })) as { structuredContent: Record<string, any> };
    const { result_id, credits_charged, results_end, total } = structuredContent;
    const records: unknown[] = [];
    while (records.length < total) {
      const page = (await mcp.callTool({
        name: "get_page",
        arguments: { result_id, offset: records.length, limit: 100 },
      })) as unknown as { structuredContent: { records: unknown[] } };
      records.push(...page.structuredContent.records);
    }
    return { records, charged: credits_charged, end: results_end };
  },
  async dashboard(operation, body) {
    const { body: lines } = await account.post("/playground/run", { operation: `/api/${operation}`, body });
    const events = (lines as string)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const last = events.at(-1);
    return { records: events.flatMap(({ records = [] }) => records), charged: last.charged, end: last.results_end };
  },
};

describe.each(drawnThird(requests))("%s %o", (operation, body) => {
  test("the response is the same in every format", async () => {
    const answer = await post(operation, body);
    expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined]);
    const json: Reported = {
      records: answer.json(),
      charged: Number(answer.headers["x-credits-charged"]),
      end: answer.headers["x-results-end"] as string,
    };
    for (const [way, ask] of Object.entries(ways)) expect([way, await ask(operation, body)]).toEqual([way, json]);
    const csv = await post(operation, body, { accept: "text/csv" });
    const { properties } = service.registry.byName(operation)!.operation.record;
    expect(csv.body).toBe(toCsv(Object.keys(properties), json.records as Array<Record<string, unknown>>));
    expect([Number(csv.headers["x-credits-charged"]), csv.headers["x-results-end"]]).toEqual([json.charged, json.end]);
  });
});
