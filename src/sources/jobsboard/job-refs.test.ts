import { describe, expect, test } from "vitest";
import { all, leavesOf, parseHtml } from "../../source-kit/html.ts";
import { JOB_LINK, readCards, readLinks } from "./job-refs.ts";
import { HEADINGS, sectionUnder } from "./sections.ts";

const ORIGIN = "https://site.example";

describe("cards", () => {
  const cards = (html: string) =>
    readCards(parseHtml(html), ORIGIN).map(({ id, title, location, url }) => [
      id,
      title,
      location,
      url?.slice(ORIGIN.length) ?? null,
    ]);
  const card = (inner: string, attributes = "") => `<li data-js-job${attributes}>${inner}</li>`;
  const LINK = '<a data-js-aid="jobID" href="/en/oman/jobs/cook-5/">Cook</a>';

  test.each<[string, unknown[][]]>([
    [card(LINK), [["5", "Cook", null, "/en/oman/jobs/cook-5/"]]],
    [card(LINK, ' data-job-id="9"'), [["9", "Cook", null, "/en/oman/jobs/cook-5/"]]],
    [card('<h2><a href="/en/oman/jobs/5">Cook</a></h2>'), [["5", "Cook", null, "/en/oman/jobs/5"]]],
    [card('<a href="/en/oman/jobs/5">Cook</a>'), []],
    [
      card('<a data-js-aid="jobID" href="/en/oman/jobs/cook-5?x=1" title="Cook"></a>'),
      [["5", "Cook", null, "/en/oman/jobs/cook-5?x=1"]],
    ],
    [card('<a data-js-aid="jobID" href="/en/oman/jobs/cook/">Cook</a>'), [[null, "Cook", null, "/en/oman/jobs/cook/"]]],
    [card("", ' data-job-id="9"'), [["9", null, null, null]]],
    [card("<p>Sponsored</p>"), []],
    [
      card(`${LINK}<div class="job-company-location-wrapper"><b class="t-mute">today</b></div>`),
      [["5", "Cook", "today", "/en/oman/jobs/cook-5/"]],
    ],
    [
      card(`${LINK}<b class="t-mute">3 days ago</b><b class="t-mute">Muscat</b>`),
      [["5", "Cook", "Muscat", "/en/oman/jobs/cook-5/"]],
    ],
    [
      card(`${LINK}<b class="t-mute jb-date">Monday</b><p class="jb-date"><b class="t-mute">Monday</b></p>`),
      [["5", "Cook", null, "/en/oman/jobs/cook-5/"]],
    ],
  ])("%s", (html, expected) => {
    expect(cards(html)).toEqual(expected);
  });

  test.each([
    "Yesterday",
    "today",
    "2 hours ago",
    "منذ يوم",
    "قبل يومين",
    "أمس",
    "اليوم",
    "Easy Apply",
    "تقديم سهل",
    "Confidential",
    "123",
    "-",
  ])("%s is not a place", (words) => {
    expect(cards(card(`${LINK}<b class="t-mute">${words}</b><b class="t-mute">Doha</b>`))[0]![2]).toBe("Doha");
  });

  test.each(["Chicago", "Todayville", "قطر قبل", "الدوحة اليوم"])("%s is a place", (words) => {
    expect(cards(card(`${LINK}<b class="t-mute">${words}</b>`))[0]![2]).toBe(words);
  });
});

describe("links", () => {
  const links = (html: string, company: string | null = "Acme") => {
    const page = parseHtml(`<body>${html}</body>`);
    return readLinks(all(JOB_LINK, page), company, ORIGIN).map(({ id, title, location }) => [id, title, location]);
  };
  const link = (id: number, inner = "Cook") => `<a href="/en/oman/jobs/x-${id}/">${inner}</a>`;

  test.each<[string, unknown[][]]>([
    [link(5), [["5", "Cook", null]]],
    [link(5, "<i>new</i><b>Cook</b>"), [["5", "Cook", "new"]]],
    ['<a href="/en/oman/jobs/x-5/" title="Cook"><i>new</i></a>', [["5", "Cook", "new"]]],
    [link(5, "<i>Cook</i><i>Muscat</i>"), [["5", "Cook", "Muscat"]]],
    [link(5, ""), [["5", null, null]]],
    [`<li>${link(5)}<p>Acme</p><p>3 days ago</p><p>Muscat</p></li>`, [["5", "Cook", "Muscat"]]],
    [`<li>${link(5)}<p>Muscat</p><p class="t-mute">Doha</p></li>`, [["5", "Cook", "Doha"]]],
    [`<li>${link(5)}${link(5, "Easy apply")}<p>Muscat</p></li>`, [["5", "Cook", "Muscat"]]],
    [
      `<li>${link(5)}<p>Muscat</p></li><li>${link(6)}<p>Doha</p></li>`,
      [
        ["5", "Cook", "Muscat"],
        ["6", "Cook", "Doha"],
      ],
    ],
    [`<li>${link(5)}<p>Muscat</p><a href="/en/oman/jobs/">All</a></li>`, [["5", "Cook", "Muscat"]]],
    // An element around several jobs, or a part of the page, belongs to no job.
    [
      `<div>${link(5)}${link(6)}<p>Muscat</p></div>`,
      [
        ["5", "Cook", null],
        ["6", "Cook", null],
      ],
    ],
    [`<section>${link(5)}<p>Muscat</p></section>`, [["5", "Cook", null]]],
    [`<ul>${link(5)}<p>Muscat</p></ul>`, [["5", "Cook", null]]],
    [`<main>${link(5)}<p>Muscat</p></main>`, [["5", "Cook", null]]],
    [`<sectionlike>${link(5)}<p>Muscat</p></sectionlike>`, [["5", "Cook", "Muscat"]]],
    [`<div><h2>Jobs</h2>${link(5)}<p>Muscat</p></div>`, [["5", "Cook", null]]],
    [`<div>${link(5, "<h2>Cook</h2>")}<p>Muscat</p></div>`, [["5", "Cook", "Muscat"]]],
    ['<a href="/en/oman/jobs/acme-jobs/">All</a>', []],
    ['<a href="/en/oman/jobs/x-5/apply">Apply</a>', []],
  ])("%s", (html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  test("at most a hundred are read", () => {
    const some = (count: number) => links(Array.from({ length: count }, (_, index) => link(index + 1)).join("")).length;
    expect([some(99), some(100), some(101)]).toEqual([99, 100, 100]);
  });
});

describe("the parts of a page", () => {
  const under = (heading: RegExp, html: string) =>
    sectionUnder(heading, parseHtml(`<body>${html}</body>`))
      .flatMap(leavesOf)
      .join("|");

  test.each([
    "About",
    "About us",
    "Overview",
    "Who we are",
    "Company profile",
    "عن الشركة",
    "نبذة",
    "من نحن",
    "حول الشركة",
  ])("%s is a heading of the text about a company", (words) => {
    expect(under(HEADINGS.about, `<h2>${words}</h2><p>x</p>`)).toBe("x");
  });

  test.each(["Aboutness", "Company profiles", "Overview of jobs", "All about"])("%s is not one", (words) => {
    expect(under(HEADINGS.about, `<h2>${words}</h2><p>x</p>`)).toBe("");
  });

  test.each([
    "Jobs",
    "Jobs at Acme",
    "Open positions",
    "latest vacancies",
    "Current jobs",
    "Acme jobs",
    "وظائف",
    "الوظائف",
    "أحدث الوظائف",
    "الشواغر",
  ])("%s is a heading of its jobs", (words) => {
    expect(under(HEADINGS.jobs, `<h3>${words}</h3><p>x</p>`)).toBe("x");
  });

  test.each(["Jobseekers", "Similar companies", "Acme jobs and more"])("%s is not a heading of its jobs", (words) => {
    expect(under(HEADINGS.jobs, `<h3>${words}</h3><p>x</p>`)).toBe("");
  });

  test.each<[string, string]>([
    ["<h2>About</h2><p>a</p><p>b</p>", "a|b"],
    ["<h2>About</h2><p>a</p><h2>Jobs</h2><p>b</p>", "a"],
    ["<h2>About</h2><p>a</p><h3>More</h3><p>b</p>", "a|More|b"],
    ["<h2>About</h2><p>a</p><div><h2>Jobs</h2></div><p>b</p>", "a"],
    ["<div><h2>About</h2></div><p>a</p>", "a"],
    ["<div><div><h2>About</h2></div></div><p>a</p>", "a"],
    ["<div><div><div><h2>About</h2></div></div></div><p>a</p>", ""],
    ["<div><h2>About</h2><p>a</p></div><p>b</p>", "a"],
    ["<h1>About</h1><p>a</p>", ""],
    ["<nav><h2>About</h2><p>a</p></nav><h2>About</h2><p>b</p>", "b"],
    ["<h2>About</h2><p>a<script>x</script><style>y</style><i>b</i></p>", "a|b"],
  ])("the content under %s is %s", (html, expected) => {
    expect(under(HEADINGS.about, html)).toBe(expected);
  });
});
