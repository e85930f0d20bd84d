import { describe, expect, test } from "vitest";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { countryPath, listPage, noSuchCountry, readList } from "./companies-search.ts";

const ORIGIN = "https://site.example";
const LIST = '<link rel="canonical" href="https://site.example/en/uae/companies/?page=2">';
const read = (html: string, url = `${ORIGIN}/en/uae/companies/`) =>
  accounted({ page: readList(savedAnswer(html, { url }), null, { origin: ORIGIN }) });
const rows = (html: string) =>
  read(LIST + html).records.map(({ id, name, industry, location }) => [id, name, industry, location]);
const link = (id: number, inner: string) => `<a href="/en/company/acme-${id}/">${inner}</a>`;

test.each<[string, unknown[][]]>([
  [link(7, "Acme"), [[7, "Acme", null, null]]],
  [`${link(7, "<img>")}${link(7, "<b>Acme</b>")}`, [[7, "Acme", null, null]]],
  [`<p>${link(7, "Acme")}${link(7, "Acme again")}</p>`, [[7, "Acme", "Acme again", null]]],
  ['<a href="/en/company/acme-7/" title="Acme"></a>', [[7, "Acme", null, null]]],
  [`<div>${link(7, "<h3>Acme</h3>")}<p>Banking</p><p>Qatar</p></div>`, [[7, "Acme", "Banking", "Qatar"]]],
  [`<div>${link(7, "Acme")}<p>View</p><p>5 jobs</p><p>Follow</p><p>Banking</p></div>`, [[7, "Acme", "Banking", null]]],
  [
    `<div>${link(7, "Acme")}<p data-automation-id="location">Qatar</p><p data-automation-id="industry">Banking</p></div>`,
    [[7, "Acme", "Banking", "Qatar"]],
  ],
  [
    `<li>${link(7, "A")}<p>Banking</p></li><li>${link(8, "B")}<p>Oil</p></li>`,
    [
      [7, "A", "Banking", null],
      [8, "B", "Oil", null],
    ],
  ],
  [
    `<div>${link(7, "A")}${link(8, "B")}<p>Oil</p></div>`,
    [
      [7, "A", null, null],
      [8, "B", null, null],
    ],
  ],
  // A card ends where the list or a part of the page begins.
  [`<ul>${link(7, "A")}<p>Oil</p></ul>`, [[7, "A", null, null]]],
  [`<section>${link(7, "A")}<p>Oil</p></section>`, [[7, "A", null, null]]],
  [`<sectionlike>${link(7, "A")}<p>Oil</p></sectionlike>`, [[7, "A", "Oil", null]]],
  [`<div><h1>All</h1>${link(7, "A")}<p>Oil</p></div>`, [[7, "A", null, null]]],
  [`<nav>${link(7, "A")}</nav>`, []],
  ['<a href="/en/company/acme/">A</a><a href="http://[/company/">B</a>', []],
])("%s", (html, expected) => {
  expect(rows(html)).toEqual(expected);
});

test("links are absolute", () => {
  expect(read(LIST + link(7, "A")).records[0]!.url).toBe(`${ORIGIN}/en/company/acme-7/`);
});

test.each<[string, string]>([
  ["<li data-js-job></li>", "a list of jobs, not of companies"],
  [`<link rel="canonical" href="${ORIGIN}/en/uae/companies">${link(7, "A")}`, "not a list of companies"],
  [`<link rel="canonical" href="${ORIGIN}/en/uae/">${link(7, "A")}`, "not a list of companies"],
  [`<div class="card-content">${link(7, "A")}</div>`, "not a list of companies"],
  [`${link(7, "A")}${link(8, "B")}`, "not a list of companies"],
  [LIST + link(7, "<img>"), "1 of 1 rows could not be read"],
])("%s: %s", (html, words) => {
  expect(() => read(html)).toThrow(words);
});

test.each(["", "?page=2", "#top"])("the address of a list may end with %s", (end) => {
  expect(read(`<link rel="canonical" href="/en/uae/companies/${end}">${link(7, "A")}`).records).toHaveLength(1);
});

test("without its own address, two cards make a list", () => {
  expect(read(`<div class="card-content">${link(7, "A")}${link(8, "B")}</div>`).records).toHaveLength(2);
});

test("the page states its number, country and language", () => {
  const { number, echo } = read(`${LIST}<li class="page pagination-current"><a href="?page=3">3</a></li>`);
  expect({ number, echo }).toEqual({ number: 3, echo: { country: "uae", language: "en" } });
});

test("the last page is the one without a next link, based on the requested address", () => {
  const next = '<li class="pagination-next"><a href="?page=4">Next</a></li>';
  const later = read(LIST + next, `${ORIGIN}/x?page=3`);
  expect([later.next, later.lastPage]).toEqual(["?page=4", null]);
  expect(read(LIST, `${ORIGIN}/x?page=3`).lastPage).toBe(3);
  expect(read(LIST).lastPage).toBe(1);
  expect(read(`${LIST}<li class="pagination-next">Next</li>`).lastPage).toBe(1);
});

describe("the country of a list", () => {
  test.each([
    ["qatar", "qatar"],
    [" Saudi  Arabia ", "saudi-arabia"],
    ["KSA", "saudi-arabia"],
    ["United Arab Emirates", "uae"],
    ["Emirates", "uae"],
    ["Turkey", "turkiye"],
    ["United Kingdom", "uk"],
    ["united states", "usa"],
    ["(U.K.)", "u-k"],
    ["قطر", ""],
  ])("%s is %s", (country, path) => {
    expect(countryPath(country)).toBe(path);
  });

  test.each(
    "international algeria bahrain egypt india iraq jordan kuwait lebanon libya morocco oman pakistan qatar saudi-arabia syria tunisia turkiye uae uk usa yemen".split(
      " ",
    ),
  )("%s is suggested for a misspelling", (country) => {
    expect(noSuchCountry(`${country}x`).detail).toContain(`"${country}"`);
  });

  test("an unknown one is rejected, cut at eighty letters", () => {
    expect(noSuchCountry("Narnia").detail).toBe('The source has no list of companies of "Narnia" (country).');
    expect(noSuchCountry("x".repeat(90)).detail).toContain(`of "${"x".repeat(80)}" (`);
  });

  test("the country of a list is in its address, beside the words and the page", () => {
    const requested = { country: "qatar", language: "ar", query: "a & b" };
    expect(listPage(requested, 1)).toMatchObject({ path: "/ar/qatar/companies/?keyword=a+%26+b", page: 1 });
    expect(listPage(requested, 2)).toMatchObject({ path: "/ar/qatar/companies/?keyword=a+%26+b&page=2", page: 2 });
  });
});
