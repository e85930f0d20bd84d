import { expect, test } from "vitest";
import { answerOf } from "../../source-kit/testing/saved-answer.ts";
import { readAsked } from "./products-search.ts";

const read = (searchText: string | undefined, asked: string, status = 200) =>
  readAsked(
    answerOf(JSON.stringify({ searchText, products: [{ id: "93", title: "Kop" }] }), { status }),
    asked,
    "https://site.example",
  );

test.each([
  ["koffie", "koffie"],
  ["Koffie", "KOFFIE"],
  ["koffiekop", "offi"],
  ["café", "CAFE"],
  ["cafe", "café"],
  ["thee pot", "theepot"],
  ["AT&amp;T", "AT&amp;T"],
  ["A&amp;amp;B dvd", "A&amp;B <b>dvd</b>"],
  // Fewer than three letters have nothing that could be compared.
  ["tv", "koffie"],
  ["koffie", "tv"],
  ["!!!", "koffie"],
  [undefined, "koffie"],
  ["kof", "koffie"],
])("a page that says %j was asked for by %j", (said, asked) => {
  expect(read(said, asked).records).toMatchObject([{ id: "93", url: null }]);
});

test.each([
  ["laptop", "koffie"],
  ["lap", "koffie"],
  ["laptop", "kof"],
  ["kop", "kap"],
])("a page that says %j is another than %j", (said, asked) => {
  expect(() => read(said, asked)).toThrow("a search for something else");
});

test.each([201, 302, 404])("an answer of %i is none", (status) => {
  expect(() => read("koffie", "koffie", status)).toThrow(`the search answered ${status}`);
});
