import { describe, expect, test } from "vitest";
import { Blocked, Unreadable } from "../../../contract/errors.ts";
import { answerOf, capturesOf, readingContext } from "../../../contract/testing/saved-answer.ts";
import operation from "./operation.ts";

const capture = capturesOf("bizbureau");
const request = {
  keyword: "x",
  count: 100,
  timeout: 300,
  location: "",
  rating: null,
  accredited_only: false,
  radius: null,
};
const parse = (text: string, over: Partial<typeof request> | { rating: "A" } = {}) => [
  ...(operation.parse(answerOf(text), { ...request, ...over }, readingContext) as Iterable<Record<string, unknown>>),
];

describe.skipIf(!capture)("the saved answers", () => {
  const file = "api-search-composite-7-rows-2026-09.json";

  test("every row is a record, each field as the row has it", () => {
    const rows: Array<Record<string, any>> = JSON.parse(capture!(file)).results;
    const records = parse(capture!(file));
    expect(records).toHaveLength(rows.length);
    records.forEach((record, index) => {
      const row = rows[index]!;
      const words = (value: string | null) => (value ? value.split(/\s+/).filter(Boolean).join(" ") || null : null);
      expect(record).toEqual({
        "@type": "BizbureauBusinessSearchResult",
        id: [row.bbbId, row.businessId, row.id.split("_").at(-1)].join("_"),
        name: words(row.businessName.split("<em>").join("").split("</em>").join("")),
        image: row.logoUri,
        bbb_rating: row.rating || null,
        is_accredited: row.bbbMember,
        phone: row.phone[0],
        category: row.tobText,
        categories: row.categories.map((category: { name: string }) => category.name),
        address: words(row.address),
        city: words(row.city),
        state: row.state,
        zip_code: row.postalcode,
        rating_score: row.rating ? row.ratingScore : null,
        bbb_name: row.bbbName,
        profile_url: `https://site.example${row.reportUrl}`,
        local_profile_url: row.localReportUrl && `https://site.example${row.localReportUrl}`,
      });
    });
  });

  test("ungraded rows have neither grade nor score; a business at two addresses is two records", () => {
    const records = parse(capture!(file));
    const ungraded = records.filter(({ bbb_rating }) => bbb_rating === null);
    expect(ungraded).toHaveLength(capture!(file).split('"rating":""').length - 1);
    expect(ungraded.every(({ rating_score }) => rating_score === null)).toBe(true);
    const profiles = records.map(({ profile_url }) => profile_url);
    expect(new Set(profiles).size).toBe(records.length - 1);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  test("filters of the request hold for what is read", () => {
    const graded = capture!(file).match(/"rating":"A[+-]?"/g)!.length;
    expect(parse(capture!(file), { rating: "A" })).toHaveLength(graded);
    const members = capture!(file).match(/"bbbMember":true/g)!.length;
    expect(parse(capture!(file), { accredited_only: true })).toHaveLength(members);
  });

  test("no results are an empty list; a profile is not", () => {
    expect(parse(capture!("api-search-zero-2026-09.json"))).toEqual([]);
    expect(() => parse(capture!("profile-state-not-a-search.json"))).toThrow(Unreadable);
  });

  test.each(["blocked-challenge-403-excerpt.html", "blocked-hard-403-excerpt.html"])("%s is a block", (name) => {
    expect(() => parse(capture!(name))).toThrow(Blocked);
  });
});
