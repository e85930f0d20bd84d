import { expect, test } from "vitest";
import { fairShares } from "./fair-shares.ts";

/** `a 0/3 @5`: a has none, wants three and was last served at five. */
const asking = (text: string) =>
  Object.fromEntries(
    text.split(", ").map((one) => {
      const [, name, permits, wants, servedAt] = /^(\w+) (\d+)\/(\d+) @(\d+)$/.exec(one)!;
      return [name!, { permits: Number(permits), wants: Number(wants), servedAt: Number(servedAt) }];
    }),
  );
const permitsOf = (text: string, permits: number) =>
  Object.fromEntries(Object.entries(fairShares(asking(text), permits)).map(([name, share]) => [name, share.permits]));
const partsOf = (text: string, permits: number) =>
  Object.fromEntries(Object.entries(fairShares(asking(text), permits)).map(([name, share]) => [name, share.part]));

test.each([
  ["one alone has all, whatever it wants", "a 0/1 @0", 4, { a: 4 }],
  ["everybody has one in turn", "a 0/9 @0, b 0/9 @0", 4, { a: 2, b: 2 }],
  ["who wants little has that, the rest goes to the others", "a 0/9 @0, b 0/1 @0, c 0/9 @0", 7, { a: 3, b: 1, c: 3 }],
  ["what nobody wants is dealt out", "a 0/1 @0, b 0/1 @0", 6, { a: 3, b: 3 }],
  ["who has waited longest comes first", "a 0/1 @30, b 0/1 @10, c 0/1 @20", 2, { a: 0, b: 1, c: 1 }],
  ["who has none comes before who has some", "a 1/1 @0, b 0/1 @9", 1, { a: 0, b: 1 }],
  ["who has none comes before who has some, whatever their names", "b 1/1 @0, a 0/1 @9", 1, { a: 1, b: 0 }],
  ["among holders the odd one stays where it is", "a 1/9 @0, b 2/9 @9", 3, { a: 1, b: 2 }],
  ["among holders the odd one stays where it is, the other way", "a 2/9 @9, b 1/9 @0", 3, { a: 2, b: 1 }],
  ["among equals the name decides", "b 0/1 @5, a 0/1 @5", 1, { a: 1, b: 0 }],
  ["nothing is there to deal", "a 0/1 @0, b 0/1 @0", 0, { a: 0, b: 0 }],
  ["who wants nothing has what is left over", "a 0/0 @0, b 0/2 @0", 2, { a: 0, b: 2 }],
  ["who wants nothing has what is left over, of more", "a 0/0 @0, b 0/2 @0", 5, { a: 2, b: 3 }],
])("%s", (_what, text, permits, dealt) => {
  expect(permitsOf(text, permits)).toEqual(dealt);
});

test("the rate follows what is wanted, not what was left over; where nothing is wanted, what was dealt", () => {
  expect(partsOf("a 0/3 @0, b 0/1 @0", 8)).toEqual({ a: 0.75, b: 0.25 });
  expect(partsOf("a 0/0 @0, b 0/1 @0", 8)).toEqual({ a: 0, b: 1 });
  expect(partsOf("a 0/0 @0, b 0/0 @0", 8)).toEqual({ a: 0.5, b: 0.5 });
  expect(partsOf("a 0/1 @0, b 0/1 @0", 0)).toEqual({ a: 0, b: 0 });
});
