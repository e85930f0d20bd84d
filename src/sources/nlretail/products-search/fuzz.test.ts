import { expect, test } from "vitest";
import { SourceError } from "../../../contract/errors.ts";
import { type Seeded, seeded } from "../../../contract/seeded.ts";
import { answerOf, readingContext } from "../../../contract/testing/saved-answer.ts";
import { standIn } from "../site/stand-in.ts";
import operation from "./operation.ts";

const ROUNDS = 60;
const request = { keyword: "x", count: 1_000, timeout: 300 };

/** Cuts, swaps, repeats and overwrites: what a bad line or a new version of the site may send. */
function damaged(page: string, chance: Seeded): string {
  let text = chance.chance(0.4) ? page.slice(0, chance.int(0, page.length)) : page;
  for (let change = chance.int(0, 12); change > 0; change--) {
    const at = chance.int(0, text.length);
    const end = Math.min(text.length, at + chance.int(0, 300));
    const noise = chance.pick([
      "",
      "[",
      "]",
      "{",
      '"',
      "\\",
      "<",
      ">",
      "<svg",
      "-",
      "-9",
      "1e999",
      "\n",
      "\u0000",
      "_",
      ",",
    ]);
    text = chance.pick([
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, at) + noise + text.slice(at),
      () => text.slice(0, at) + noise + text.slice(end),
      () => text.slice(0, end) + text.slice(at),
      () => text.replace(/\d+/g, (digits) => (chance.chance(0.01) ? String(chance.int(-8, 9_000)) : digits)),
    ])();
  }
  return text;
}

test.each(["s.data?", "s/?", "s/?_c=xhr&"])(
  "a damaged answer of %s is read or refused, and nothing else",
  async (form) => {
    const url = new URL(`http://site.example/nl/nl/${form}searchtext=koffie`);
    const page = String((await standIn.answer({ method: "GET", url, headers: {}, body: "" })).body);
    for (let round = 0; round < ROUNDS; round++) {
      const text = damaged(page, seeded(`${form} ${round}`));
      try {
        for (const record of operation.parse(answerOf(text), request, readingContext)) {
          expect(record).toHaveProperty("id", expect.any(String));
        }
      } catch (error) {
        if (!(error instanceof SourceError)) throw new Error(`round ${round} of ${form}`, { cause: error });
      }
    }
  },
);

test("depth and numbers without end are no way in", () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  const strange = [
    `[${deep("[", "]")}]`,
    `<ul><li data-id="1"><a data-test="product-title">${deep("<div>", "</div>")}</a></li></ul>`,
    `<div data-bltgi="a.ProductList_Middle.1">${deep("<b>", "")}`,
    `<p ${'data-id="1" '.repeat(20_000)}`,
    '<li data-id="1" '.repeat(20_000),
    `[${Array.from({ length: 50_000 }, (_, place) => `[${place + 1},0]`).join(",")}]`,
  ];
  // A page of a megabyte that takes time by its square takes minutes, which the test's own limit ends.
  for (const text of strange) {
    try {
      expect([...operation.parse(answerOf(text), request, readingContext)].length).toBeLessThan(2);
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
    }
  }
});
