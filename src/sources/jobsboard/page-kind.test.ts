import { expect, test } from "vitest";
import { parseHtml } from "../../source-kit/html.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { pageKind } from "./company-page.ts";

const kind = (html: string, status = 200) => pageKind(parseHtml(html), savedAnswer(html, { status }));
const canonical = (path: string) => `<link rel="canonical" href="https://jobs.example${path}">`;
const NAME = "<h1>A company</h1>";

test.each([
  ["a status of 404", kind(`${canonical("/en/company/a-1/")}${NAME}`, 404), "missing"],
  ["a status of 410", kind(NAME, 410), "missing"],
  ["a profile's address and a name", kind(`${canonical("/en/company/a-1/")}${NAME}`), "company"],
  ["a profile's address without a name", kind(canonical("/en/company/a-1/")), "unknown"],
  ["the front page", kind(`${canonical("/")}${NAME}`), "front"],
  ["the front page of a language", kind(canonical("/en/")), "front"],
  ["the front page of a country", kind(canonical("/en/uae/")), "front"],
  ["another page", kind(`${canonical("/en/uae/jobs/")}${NAME}`), "unknown"],
  ["a page that is not at the front", kind(canonical("/x/en/")), "unknown"],
  ["words in the title", kind("<title>Page not found</title>"), "missing"],
  ["words in the heading", kind("<h1>This company is no longer available</h1>"), "missing"],
  ["a number in the heading", kind("<h1>Error 404</h1>"), "missing"],
  ["a number in a word", kind("<h1>B4040</h1>"), "unknown"],
  ["nothing", kind(""), "unknown"],
  ["a page without an address, with a marked name", kind('<h4 data-automation-id="companyName">A</h4>'), "company"],
  ["a page without an address, with its details", kind(`<div>${NAME}<p>1</p><p>2</p><p>3</p></div>`), "company"],
  ["a page without an address, with two lines", kind(`<div>${NAME}<p>1</p><p>2</p></div>`), "unknown"],
  ["a page without an address, with a list", kind(`${NAME}<ul class="list is-basic"></ul>`), "company"],
  ["a page without an address, with another list", kind(`${NAME}<ul class="list"></ul>`), "unknown"],
  ["a page without an address, with a name alone", kind(NAME), "unknown"],
])("%s", (_what, read, expected) => {
  expect(read.kind).toBe(expected);
});

test("a company's page states its address in either of two ways", () => {
  expect(kind(`${canonical("/ar/company/a-b-0-17/")}${NAME}`)).toMatchObject({
    url: "https://jobs.example/ar/company/a-b-0-17/",
    profile: { id: 17, slug: "a-b", form: "grouped", language: "ar" },
  });
  expect(kind(`<meta property="og:url" content="/en/company/17">${NAME}`)).toMatchObject({
    url: "/en/company/17",
    profile: { id: 17, slug: null, form: "plain", language: "en" },
  });
  expect(kind('<h4 data-automation-id="companyName">A</h4><h1>Jobs</h1>')).toMatchObject({ profile: null, url: null });
});
