import { expect, test } from "vitest";
import type { StandInReply } from "../../../contract/stand-in.ts";
import { readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
import { blockMarker } from "../block-marker.ts";
import operation from "../businesses-search.ts";
import { listings } from "./catalogue.ts";
import { standIn } from "./stand-in.ts";

const ask = (path: string, headers: Record<string, string> = { "user-agent": "test" }) =>
  standIn.answer({ method: "GET", url: new URL(path, "http://127.0.0.1"), headers, body: "" }) as StandInReply;
const json = (path: string) => JSON.parse(String(ask(path).body));
const all = { keyword: "x", count: 15, timeout: 300, location: "", rating: null, accredited_only: false, radius: null };
const parse = (reply: StandInReply) => [
  ...(operation.parse(savedAnswer(String(reply.body)), all, readingContext) as Iterable<Record<string, unknown>>),
];

test("a hundred businesses in each of 271 towns, every row with a unique id", () => {
  expect(listings()).toHaveLength(27_100);
  expect(new Set(listings().map(({ id }) => id)).size).toBe(27_100);
  expect(new Set(listings().map(({ town }) => `${town.city}, ${town.state}`)).size).toBe(271);
});

test("pages have fifteen rows, at most fifteen pages, and a page past the end is an error", () => {
  const search = "/api/search?find_text=plumber&find_loc=USA";
  expect(json(search)).toMatchObject({ page: 1, pageSize: 15, totalPages: 15 });
  expect(json(search).totalResults).toBeGreaterThan(225);
  expect(json(`${search}&page=15`).results).toHaveLength(15);
  expect(ask(`${search}&page=16`).status).toBe(500);
});

test("an empty location and an unknown place find nothing", () => {
  for (const place of ["", "Nowhere, ZZ"]) {
    expect(json(`/api/search?find_text=plumber&find_loc=${place}`)).toMatchObject({ totalResults: 0, results: [] });
  }
});

test("the search page embeds the response of the JSON search", () => {
  const query = "find_text=cleaning&find_loc=Northdale, OH";
  const records = parse(ask(`/search?${query}`));
  expect(records.length).toBeGreaterThan(0);
  expect(records).toEqual(parse(ask(`/api/search?${query}`)));
});

test("names are emphasised in alphabetical order, and read without the marks", () => {
  const path = "/api/search?find_text=abbott&find_loc=USA&sort=AToZ";
  expect(String(ask(path).body)).toContain("<em>Abbott</em>");
  const names = parse(ask(path)).map(({ name }) => String(name));
  expect(names.join()).not.toMatch(/<|>/);
  expect(names).toEqual([...names].sort());
});

test("a profile page is not a search, an unknown address is not found, a call without a browser is rejected", () => {
  const [first] = json("/api/search?find_text=plumber&find_loc=USA").results;
  expect(() => parse(ask(first.reportUrl))).toThrow("a business profile, not a search");
  expect(ask("/us/xx").status).toBe(404);
  expect(() => parse(ask("/us/xx"))).toThrow("no such page");
  expect(ask("/api/search", {}).status).toBe(403);
  const wall = standIn.challenge({ method: "GET", url: new URL("http://x"), headers: {}, body: "" });
  for (const { body } of [ask("/api/search", {}), wall]) expect(blockMarker(savedAnswer(String(body)))).not.toBeNull();
});
