import { describe, expect, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import type { StandIn } from "../../contract/stand-in.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import companies from "./companies.ts";
import operation, { MAX_PAGES } from "./companies-search.ts";
import { COMPANIES, companyAt, profilePath } from "./site/catalogue.ts";
import { standIn } from "./site/stand-in.ts";
import source from "./source.ts";

const bench = sharedBench(source);

const all = Array.from({ length: COMPANIES }, (_, index) => companyAt(index));
const ask = (body: Record<string, unknown>) => bench.run(operation, body);

describe("companies by name", () => {
  test.each(["en", "ar"] as const)(
    "companies by name are those whose name contains the words, in %s",
    async (language) => {
      const query = language === "en" ? "holding ALI" : "علي القابضة";
      const expected = all.filter(({ name }) => name.en === "Ali Holding");
      expect(expected.length).toBeGreaterThan(20);
      const records = await ask({ query, language, count: 50 });
      expect(records).toEqual(
        expected.slice(0, 50).map((company) => ({
          "@type": "JobsboardCompanyRef",
          id: company.id,
          name: company.name[language],
          url: bench.origin + profilePath(company, language),
          industry: company.industry[language],
          location: company.place.country[language],
        })),
      );
    },
  );

  test.each(["saudi-arabia", "Saudi Arabia", "KSA"])("can be limited to one country (%s)", async (country) => {
    const expected = all.filter(({ name, place }) => name.en === "Ali Holding" && place.slug === "saudi-arabia");
    const records = await ask({ query: "Ali Holding", country, count: 50 });
    expect(records.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(expected.length).toBeGreaterThan(0);
  });

  test("no match is an empty list and free of charge; an unknown country is 412 with the nearest", async () => {
    expect(await ask({ query: "zzzz" })).toEqual([]);
    expect([operation.price.of(0), operation.price.of(3)]).toEqual([0, 1]);
    const unknown = await ask({ query: "x", country: "Qatarr" }).catch((error) => error);
    expect(unknown).toMatchObject({ status: 412, code: "no_such_thing" });
    expect(unknown.detail).toContain('Did you mean "qatar"?');
    bench.calls.length = 0;
    expect(await ask({ query: "x", country: "قطر" }).catch((error) => error)).toMatchObject({ status: 412 });
    expect(bench.calls).toEqual([]);
  });

  test("a site that ignores the name is read page by page, up to a limit", async () => {
    const deaf: StandIn["answer"] = (call) => {
      call.url.searchParams.delete("keyword");
      return standIn.answer(call);
    };
    const other = await standInFor({ ...source, standIn: async () => ({ ...standIn, answer: deaf }) });
    try {
      const run = other.start(operation, { query: "Ali Holding", count: 50 });
      const expected = all.slice(0, MAX_PAGES * 20).filter(({ name }) => name.en === "Ali Holding");
      expect((await Array.fromAsync(run)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(other.calls).toHaveLength(MAX_PAGES);
      expect(run.resultsEnd).toBe("source-limit");
    } finally {
      await other.close();
    }
  });
});

test("each company found is accepted by the profile operation", async () => {
  const found = await ask({ query: "Noor", count: 12 });
  expect(found).toHaveLength(12);
  for (const { url, id, name } of found) {
    expect(await bench.run(companies, { company: url })).toMatchObject([{ id, name }]);
  }
});

describe("the kind of page", () => {
  const request = { query: "a", country: "international", language: "en", count: 50, timeout: 300 } as const;
  const parse = (html: string) => savedRecords(operation, savedAnswer(html), request, readingContext);
  const canonical = (path: string) => `<link rel="canonical" href="https://board.example${path}">`;
  const card = (id: number, inner = "") =>
    `<div class="card-content"><a href="/en/company/acme-${id}/">Acme ${id}</a>${inner}</div>`;

  test("cards with a link are companies, whatever else they have; parts of the frame are not", () => {
    const marked = '<ul><li data-automation-id="industry">Banking</li><li data-automation-id="location">Doha</li></ul>';
    const page = `<html>${canonical("/en/qatar/companies/")}<nav>${card(9)}</nav>${card(1, marked)}${card(2, "<p>12 jobs</p>")}</html>`;
    expect(parse(page)).toMatchObject([
      { id: 1, name: "Acme 1", url: "https://site.example/en/company/acme-1/", industry: "Banking", location: "Doha" },
      { id: 2, industry: null, location: null },
    ]);
    expect(parse(`<html>${card(1)}${card(2)}</html>`)).toHaveLength(2);
    expect(parse(`<html>${canonical("/en/qatar/companies/")}<h1>Companies</h1></html>`)).toEqual([]);
  });

  test.each([
    ["a profile", `<html>${canonical("/en/company/acme-1/")}<h1>Acme</h1>${card(2)}</html>`],
    ["a list of jobs", `<html>${canonical("/en/qatar/jobs/")}<li data-js-job></li>${card(2)}</html>`],
    ["something else", "<html><h1>Hello</h1></html>"],
    ["companies without a name", `<html>${canonical("/en/qatar/companies/")}<a href="/en/company/acme-1/"></a></html>`],
  ])("%s is not a list of companies", (_, page) => {
    expect(() => parse(page)).toThrow(Unreadable);
  });

  const capture = capturesOf("jobsboard");
  test.skipIf(!capture)("the saved list of jobs is not one either, although it links to companies", () => {
    expect(() => parse(capture!("job-listing-2026-06.html"))).toThrow(Unreadable);
  });
});
