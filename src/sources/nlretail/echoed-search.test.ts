import { expect, test } from "vitest";
import { answerOf } from "../../source-kit/testing/saved-answer.ts";
import { readAsked } from "./products-search.ts";

const read = (searchText: string | undefined, requested: string, status = 200) =>
  readAsked(
    answerOf(JSON.stringify({ searchText, products: [{ id: "93", title: "Kop" }] }), { status }),
    requested,
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
  // Texts of fewer than three letters cannot be compared.
  ["tv", "koffie"],
  ["koffie", "tv"],
  ["!!!", "koffie"],
  [undefined, "koffie"],
  ["kof", "koffie"],
])("a page that states %j matches %j", (stated, requested) => {
  expect(read(stated, requested).records).toMatchObject([{ id: "93", url: null }]);
});

test.each([
  ["laptop", "koffie"],
  ["lap", "koffie"],
  ["laptop", "kof"],
  ["kop", "kap"],
])("a page that states %j does not match %j", (stated, requested) => {
  expect(() => read(stated, requested)).toThrow("a search for something else");
});

test.each([201, 302, 404])("a response with status %i gives nothing", (status) => {
  expect(() => read("koffie", "koffie", status)).toThrow(`the search returned ${status}`);
});
