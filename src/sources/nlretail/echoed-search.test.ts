import { expect, test } from "vitest";
import { checkEcho } from "../../extraction/page-proof.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readSearch, searchPage } from "./products-search.ts";

const read = (searchText: string | undefined, status = 200) =>
  readSearch(
    savedAnswer(JSON.stringify({ searchText, products: [{ id: "93", title: "Kop" }] }), { status }),
    "https://site.example",
  );
const check = (stated: string | undefined, requested: string) =>
  checkEcho(read(stated), searchPage(requested, 1, "data"), {});

test.each([
  ["koffie", "koffie"],
  ["Koffie", "KOFFIE"],
  ["café", "CAFE"],
  ["cafe", "café"],
  ["thee pot", "theepot"],
  ["AT&amp;T", "AT&amp;T"],
  ["A&amp;amp;B dvd", "A&amp;B <b>dvd</b>"],
  ["☕", "☕"],
  [undefined, "koffie"],
])("a page that states %j matches %j", (stated, requested) => {
  check(stated, requested);
});

test.each([
  ["laptop", "koffie"],
  ["lap", "koffie"],
  ["laptop", "kof"],
  ["kop", "kap"],
  ["tv", "koffie"],
  ["koffie", "tv"],
  ["!!!", "koffie"],
  ["☕", "koffie"],
  ["koffiekop", "offi"],
  ["kof", "koffie"],
  ["koffiezetapparaat", "koffie"],
  ["koffiezetapparaat", "draadloze koptelefoon"],
])("a page that states %j does not match %j", (stated, requested) => {
  expect(() => check(stated, requested)).toThrow(`its search text is ${JSON.stringify(stated)} instead of`);
});

test.each([
  ["koffie", "kofie"],
  ["koptelefoon", "kopteleffoon"],
  ["laptops", "laptop"],
])("a page for the corrected spelling %j of %j is a 422 that names it", (stated, requested) => {
  expect(() => check(stated, requested)).toThrow(
    expect.objectContaining({ code: "validation", detail: [expect.objectContaining({ loc: ["body", "keyword"] })] }),
  );
});

test.each([201, 302, 404])("a response with status %i gives nothing", (status) => {
  expect(() => read("koffie", status)).toThrow(`the search returned ${status}`);
});
