import { expect, test } from "vitest";
import type { StandIn, StandInReply } from "../../contract/stand-in.ts";
import { acceleratedClock } from "../../source-testing/accelerated-clock.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import operation from "./companies.ts";
import { standIn } from "./site/stand-in.ts";
import source from "./source.ts";

const moved = (location: string | null): StandInReply => ({
  status: 301,
  headers: location === null ? {} : { location },
  body: "",
});
const page = (path: string, lang = "en") => ({
  status: 200,
  headers: { "content-type": "text/html" },
  body: `<html lang="${lang}"><link rel="canonical" href="${path}"><body id="footer"><h1>Acme</h1></body></html>`,
});
const list = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: '<link rel="canonical" href="/en/international/companies/"><div><a href="/en/company/acme-works-5/">Acme Works</a></div><i data-js-id="x"></i>',
};

/** The site's response at each address. */
const SITE: Record<string, StandInReply> = {
  // One hop after another: three are followed.
  "/en/company/hops-1/": moved("/en/company/hops-a-1/"),
  "/en/company/hops-a-1/": moved("/en/company/hops-b-1/"),
  "/en/company/hops-b-1/": moved("https://elsewhere.invalid/en/company/hops-c-1/"),
  "/en/company/three-2/": moved("/en/company/three-a-2/"),
  "/en/company/three-a-2/": moved("/en/company/three-b-2/"),
  "/en/company/three-b-2/": moved("/en/company/three-c-2/"),
  "/en/company/three-c-2/": page("/en/company/three-c-2/"),
  "/en/company/four-3/": moved("/en/company/four-a-3/"),
  "/en/company/four-a-3/": moved("/en/company/four-b-3/"),
  "/en/company/four-b-3/": moved("/en/company/four-c-3/"),
  "/en/company/four-c-3/": moved("/en/company/four-d-3/"),
  "/en/company/four-d-3/": page("/en/company/four-d-3/"),
  // To another number under the same name; to another company; to nowhere.
  "/en/company/same-4/": moved("/en/company/same-40/"),
  "/en/company/same-40/": page("/en/company/same-40/"),
  "/en/company/other-4/": moved("/en/company/else-40/"),
  "/en/company/front-4/": moved("/en/"),
  "/en/company/nowhere-4/": moved(null),
  "/en/company/company-6/": moved("/en/company/acme-60/"),
  // Instead of the requested page.
  "/en/company/wrong-7/": page("/en/company/acme-8/"),
  "/en/company/language-9/": page("/en/company/language-9/", "AR-qa"),
  "/en/company/unsaid-10/": page("/en/company/unsaid-10/", ""),
  "/en/company/grouped-0-11/": page("/en/company/grouped-0-11/"),
};
const answer: StandIn["answer"] = ({ url }) =>
  SITE[url.pathname] ?? (url.pathname.endsWith("/companies/") ? list : { status: 404, body: "<h1>Not found</h1>" });

const bench = sharedBench(
  { ...source, politeness: { concurrency: 4, perSecond: 1_000 }, standIn: async () => ({ ...standIn, answer }) },
  { clock: acceleratedClock(20) },
);
const ask = (path: string) => bench.run(operation, { company: path.startsWith("/") ? bench.origin + path : path });

test.each([
  ["/en/company/three-2/", 2],
  ["/en/company/same-4/", 40],
  ["/en/company/unsaid-10/", 10],
  ["/en/company/grouped-0-11/", 11],
  ["11", 11],
])("%s finally leads to company %i", async (path, id) => {
  if (path === "11") SITE["/en/company/company-0-11/"] = page("/en/company/grouped-0-11/");
  expect(await ask(path)).toMatchObject([{ id, name: "Acme" }]);
});

test.each([
  ["/en/company/other-4/", "The source has no such company."],
  ["/en/company/front-4/", "The source has no such company."],
  ["/en/company/nowhere-4/", "The source has no such company."],
  ["/en/company/language-9/", "The source has no page of this company in this language."],
  ["/en/company/missing-5/", "The source has no such company."],
  [
    "6",
    "The source has no company under the number 6 alone. Give the profile's URL: look it up by name with POST /api/jobsboard/companies/search",
  ],
])("%s leads to none: %s", async (path, words) => {
  const error = await ask(path).catch((failure) => failure);
  expect(error).toMatchObject({ status: 412, code: "no_such_thing" });
  expect(error.detail).toContain(words);
});

test("the page of another company is not the requested one, nor a sign that there is none", async () => {
  expect(await ask("/en/company/wrong-7/").catch((failure) => failure)).toMatchObject({
    code: "unreadable",
    detail: "The source's response answers another request: its company is 8 instead of 7.",
  });
});

test("if there is none, the companies of its name are suggested", async () => {
  const error = await ask("/en/company/acme-wroks-99/").catch((failure) => failure);
  expect(error.detail).toContain(`Did you mean "${bench.origin}/en/company/acme-works-5/" (Acme Works)?`);
  const requested = bench.calls.map(({ url }) => url.searchParams.get("keyword")).filter((words) => words !== null);
  expect(requested).toEqual(["acme wroks"]);
});

test("to another site, or in a loop, is a block", async () => {
  expect(await ask("/en/company/hops-1/").catch((failure) => failure)).toMatchObject({ code: "blocked" });
  expect(await ask("/en/company/four-3/").catch((failure) => failure)).toMatchObject({ code: "blocked" });
});
