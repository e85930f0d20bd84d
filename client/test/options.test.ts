import { describe, expect, test } from "vitest";
import { type CallOptions, Winnow } from "../src/index.ts";
import { headersOf } from "../src/options.ts";

const toys: string = "toys/things";
const places = {
  maxCost: ["x-max-cost"],
  tag: ["x-tag"],
  noCache: ["c", "no-cache"],
  maxAge: ["c", "max-age"],
} as const;

test("an option is its header, or a directive of one", () => {
  const options = { tag: ["a", "b"], maxAge: 0, noCache: true, maxCost: 0 };
  expect(headersOf(options, places, { other: "1" })).toEqual({
    other: "1",
    "x-max-cost": "0",
    "x-tag": "a,b",
    c: "no-cache, max-age=0",
  });
  expect(headersOf({ noCache: false, maxAge: undefined }, places)).toEqual({});
});

describe("a misspelt option is refused with the nearest name, before anything is sent", () => {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    sent.push(String(input));
    return Response.json([]);
  };
  const winnow = new Winnow({ url: "http://service.example", key: "k", fetch });
  const things = winnow.operation("toys/things");
  test.each<[string, () => unknown, string]>([
    [
      "of a call",
      async () => things({}, { maxcost: 5 } as CallOptions),
      'There is no option "maxcost". Did you mean maxCost?',
    ],
    ["of a stream", async () => things.stream({}, { max_age: 5 } as CallOptions), "Did you mean maxAge?"],
    ["of a job", () => winnow.jobs.submit(toys, {}, { webhook: "x" } as object), 'There is no option "webhook".'],
    ["of a batch", async () => winnow.batches.submit(toys, [{}], { maxCosts: 5 } as object), "Did you mean maxCost?"],
    ["that resembles none", async () => things({}, { colour: "red" } as CallOptions), 'no option "colour". There are:'],
  ])("%s", async (_name, call, words) => {
    await expect(Promise.resolve().then(call)).rejects.toThrow(words);
    expect(sent).toEqual([]);
  });
});
