import { describe, expect, test } from "vitest";
import type { StandIn } from "../../contract/stand-in.ts";
import { redirect } from "../../source-kit/stand-in/replies.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import operation from "./companies.ts";
import { COMPANIES, type Company, companyAt, companyId, jobPath, profilePath } from "./site/catalogue.ts";
import { standIn } from "./site/stand-in.ts";
import type { Language } from "./site/words.ts";
import source from "./source.ts";

const bench = sharedBench({ ...source, politeness: { concurrency: 4, perSecond: 1_000 } });

const ask = (company: string, language: Language = "en") => bench.run(operation, { company, language });
const fails = (company: string) => ask(company).catch((error: unknown) => error);

/** The record that the catalogue implies. */
function expected(company: Company, language: Language) {
  const { country, city } = company.place;
  const owner = company.isGrouped ? 0 : company.id;
  const [about] = company.about ? [company.about[language]] : [null];
  const size = company.isBranded ? "300x300" : "150x150";
  const file = `images/logo/${String(owner).slice(-2).padStart(2, "0")}/${owner}_logo_20250101_n.png`;
  return {
    "@type": "JobsboardCompany",
    id: company.id,
    url: bench.origin + profilePath(company, language),
    name: company.name[language],
    industry: company.industry[language],
    size: company.size && `${company.size} ${language === "ar" ? "موظف" : "Employees"}`,
    follower_count: company.followers,
    website: company.website,
    location: `${country[language]} - ${city[language]}`,
    image: company.hasLogo ? `${bench.origin}/${size}/${file}` : null,
    account_id: company.accountId ?? (company.jobs.length > 0 ? company.id : null),
    description: about,
    socials: company.socials.map((row) => ({ "@type": "JobsboardSocial", ...row })),
    recent_jobs: company.jobs.map((job) => ({
      "@type": "JobsboardJobRef",
      id: job.id,
      title: job.title[language],
      location: `${job.place.city[language]}, ${job.place.country[language]}`,
      url: bench.origin + jobPath(job, language),
    })),
  };
}

describe("a company by its number", () => {
  const kinds: Array<[string, (company: Company) => boolean]> = [
    ["an employer's own page", ({ isBranded, jobs }) => isBranded && jobs.length > 0],
    ["a basic page", ({ isBranded, isGrouped, jobs }) => !isBranded && !isGrouped && jobs.length > 0],
    ["a page of the -0- form", ({ isGrouped, hasLogo }) => isGrouped && hasLogo],
    ["an Arabic slug", ({ slug }) => slug.startsWith("%")],
    ["no jobs, no followers", ({ jobs, followers }) => jobs.length === 0 && followers === null],
    ["no logo, no website, no size", ({ hasLogo, website, size }) => !hasLogo && !website && !size],
  ];
  for (const language of ["en", "ar"] as const) {
    test.each(kinds)(`%s, in ${language}`, async (_, fits) => {
      const company = Array.from({ length: COMPANIES }, (_, index) => companyAt(index)).find(fits)!;
      expect(await ask(String(company.id), language)).toEqual([expected(company, language)]);
    });
  }

  test("sixty companies across the catalogue, in both languages", async () => {
    for (let index = 5; index < COMPANIES; index += 67) {
      const language = index % 2 ? "ar" : "en";
      const company = companyAt(index);
      expect(await ask(String(company.id), language)).toEqual([expected(company, language)]);
    }
  });
});

describe("a company by its URL", () => {
  test.each(["en", "ar"] as const)("the page has the requested language (%s), not the URL's", async (language) => {
    const company = companyAt(8);
    for (const from of ["en", "ar"] as const) {
      const url = bench.origin + profilePath(company, from);
      for (const form of [url, url.slice(0, -1), `${url}?utm=1`]) {
        expect(await ask(form, language)).toEqual([expected(company, language)]);
      }
    }
  });

  test("both forms, an Arabic slug and the manifest's own host are accepted", async () => {
    for (const index of [9, 3, 4]) {
      const company = companyAt(index);
      expect(await ask(source.origins.site + profilePath(company, "en"))).toEqual([expected(company, "en")]);
    }
  });

  test("the URL itself is never fetched", async () => {
    bench.calls.length = 0;
    const company = companyAt(8);
    await ask(`${bench.origin}/en/company/any-slug-${company.id}?next=http://other.example/#x`);
    const paths = bench.calls.map(({ url }) => url.pathname + url.search);
    expect(paths).toEqual([`/en/company/any-slug-${company.id}/`, profilePath(company, "en")]);
  });
});

describe("no such company", () => {
  test("a number that the site does not know is 412, after both forms were tried", async () => {
    bench.calls.length = 0;
    expect(await fails("2137035")).toMatchObject({ status: 412, code: "no_such_thing" });
    expect(bench.calls.map(({ url }) => url.pathname)).toEqual([
      "/en/company/company-2137035/",
      "/en/company/company-0-2137035/",
    ]);
    expect(((await fails("2137035")) as { detail: string }).detail).toMatch(/give the profile's URL/i);
  });

  test("a company that moved to its other address is followed; a list of jobs instead is not a company", async () => {
    const [from, to] = [companyAt(9), companyAt(8)];
    const answer: StandIn["answer"] = (call) => {
      const { pathname } = call.url;
      if (pathname.includes("/acme-0-")) return redirect(`/en/company/acme-${to.id}/`);
      if (pathname.includes("/acme-"))
        return standIn.answer({ ...call, url: new URL(profilePath(to, "en"), call.url) });
      if (pathname.includes("/listed-")) return standIn.answer({ ...call, url: new URL("/en/uae/jobs/", call.url) });
      return standIn.answer(call);
    };
    const other = await standInFor({ ...source, standIn: async () => ({ ...standIn, answer }) });
    try {
      const url = `${other.origin}/en/company/acme-0-${from.id}/`;
      expect(await other.run(operation, { company: url })).toMatchObject([{ id: to.id, name: to.name.en }]);
      const listed = other.run(operation, { company: `${other.origin}/en/company/listed-${to.id}/` });
      await expect(listed).rejects.toMatchObject({ status: 500, code: "unreadable" });
    } finally {
      await other.close();
    }
  });

  test.each(["9999999999999", "9".repeat(15)])("%s, which the site does not know, is 412", async (company) => {
    expect(await fails(company)).toMatchObject({ status: 412, code: "no_such_thing" });
  });

  test.each(["0", "007", "9".repeat(16), "9".repeat(1_000)])(
    "%s, which nobody can have, is 412 without a call",
    async (company) => {
      const before = bench.calls.length;
      expect(await fails(company)).toMatchObject({ status: 412, code: "no_such_thing" });
      expect(await fails(`${bench.origin}/en/company/x-${company}/`)).toMatchObject({ status: 412 });
      expect(bench.calls).toHaveLength(before);
    },
  );

  test("a redirect to the front page is 412", async () => {
    const id = companyId(COMPANIES + 1);
    expect(await fails(String(id))).toMatchObject({ status: 412, code: "no_such_thing" });
    expect(await fails(`${bench.origin}/en/company/gone-${id}/`)).toMatchObject({ status: 412 });
  });

  test("a malformed URL is 412, another host 400 without a call", async () => {
    const { id } = companyAt(8);
    expect(await fails(`${bench.origin}/en/company/x-0-${id}/`)).toMatchObject({ status: 412 });
    bench.calls.length = 0;
    expect(await fails(`https://other.example/en/company/x-${id}/`)).toMatchObject({ status: 400 });
    expect(bench.calls).toEqual([]);
  });
});

test("the price is 5 credits, whatever the result", () => {
  expect([operation.price.of(0), operation.price.of(1), operation.price.max(1)]).toEqual([5, 5, 5]);
});
