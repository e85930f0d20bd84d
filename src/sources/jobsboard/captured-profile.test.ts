import { describe, expect, test } from "vitest";
import { NoSuchThing } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { attribute, findElements, hasClass, parseReferee, words } from "../../source-testing/referee.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { readList } from "./companies-search.ts";
import { readPage } from "./company-page.ts";

/** A company's page made from the saved listing: its frame, and the companies, places and jobs that it names. */
const { origin } = readingContext;
const capture = capturesOf("jobsboard");
const html = capture?.("job-listing-2026-06.html") ?? "";
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The content of the cards, read with parse5. */
const jobs = findElements(parseReferee(html), (element) => attribute(element, "data-js-job") !== null).map((card) => {
  const [link] = findElements(card, (element) => attribute(element, "data-js-aid") === "jobID");
  const [box] = findElements(card, hasClass("job-company-location-wrapper"));
  const [place] = findElements(box!, (element) => element.tagName === "div" && hasClass("t-mute")(element));
  return { path: attribute(link, "href")!, title: words(link)!, place: words(place)!, card };
});
const companies = [
  ...new Map(
    findElements(parseReferee(html), (element) => /\/company\/.+-\d+\/$/.test(attribute(element, "href") ?? ""))
      .map((link) => ({ path: attribute(link, "href")!, name: words(link) }))
      .filter(({ name }) => name !== null)
      .map((one) => [one.path, one] as const),
  ).values(),
];

const [frameStart, frameEnd] = [html.indexOf("<h1"), html.lastIndexOf("<footer")];
/** The listing's own head and foot around other content. */
const framed = (middle: string, canonical = "https://board.example/en/company/ali-bin-ali-2137034/") =>
  html.slice(0, frameStart).replace(/(rel="canonical" href=")[^"]*/, (_, start) => start + canonical) +
  middle +
  html.slice(Math.max(frameEnd, 0));
const requested = { id: 2137034, slug: null, form: null };
const read = (middle: string, canonical?: string) =>
  readPage(savedAnswer(framed(middle, canonical)), requested, "en", origin).page.records[0]!;

const NAME = "Ali Bin Ali";
const PLACE = capture ? jobs[0]!.place : "";
const items = (...lines: string[]) => lines.map((line) => `<li>${escaped(line)}</li>`).join("");

describe.skipIf(!capture)("a profile within the saved page's frame", () => {
  test("the listing names jobs, places and companies", () => {
    expect(jobs.length).toBe(30);
    expect(companies.length).toBeGreaterThan(3);
    expect(frameStart).toBeGreaterThan(0);
    expect(frameEnd).toBeGreaterThan(frameStart);
  });

  test.each<[string, string]>([
    [
      "a list beside the name",
      `<ul class="list is-basic">${items("Retail", PLACE, "50-100 employees", "7k followers")}</ul>`,
    ],
    ["the size first", `<ul class="list is-basic">${items("50-100 employees", "Retail", PLACE)}</ul>`],
    [
      "a list in a box",
      `<p></p><div><ul class="list is-basic">${items("Retail", PLACE, "50-100 employees")}</ul></div>`,
    ],
    [
      "labels",
      `<dl><dt>Company size</dt><dd>50-100 employees</dd><dt>Industry</dt><dd>Retail</dd><dt>Location</dt><dd>${escaped(PLACE)}</dd></dl>`,
    ],
    [
      "marks",
      `<ul><li data-automation-id="industry">Retail</li><li data-automation-id="country">${escaped(PLACE)}</li></ul><ul><li><span>Size</span><span>50-100 employees</span></li></ul>`,
    ],
    ["paragraphs", `<p>Retail</p><p>${escaped(PLACE)}</p><p>50-100 employees</p>`],
  ])("has its details as %s", (_, details) => {
    expect(read(`<h1>${NAME}</h1>${details}`)).toMatchObject({
      id: 2137034,
      name: NAME,
      industry: "Retail",
      location: PLACE,
      size: "50-100 employees",
    });
  });

  test.each<[string, object]>([
    [
      `<ul class="list is-basic">${items(`${"x".repeat(5)} - ${"y".repeat(5)}`)}</ul>`,
      { industry: null, location: "xxxxx - yyyyy" },
    ],
    [`<ul class="list is-basic">${items("Retail")}</ul>`, { industry: "Retail", location: null, size: null }],
    [`<ul class="other">${items("Retail")}</ul>`, { industry: null, location: null, size: null }],
    [`<p>Retail</p><p>11-50 employees</p>`, { industry: "Retail", location: null, size: "11-50 employees" }],
    [`<p>${"long ".repeat(20)}</p><p>${escaped(PLACE)}</p>`, { industry: null, location: PLACE }],
    ["<h2>Jobs</h2><ul class='list is-basic'><li>Retail</li></ul>", { industry: null }],
  ])("has fewer details: %s", (details, expected) => {
    expect(read(`<h1>${NAME}</h1>${details}`)).toMatchObject(expected);
  });

  test.each<[string, number | null]>([
    ["<p>1,234 followers</p>", 1234],
    ["<p><b>12.5k</b> <span>Followers</span></p>", 12_500],
    ["<div><div><b>7</b></div><div>followers</div></div>", 7],
    ["<p>٣٫٥ مليون متابع</p>", 3_500_000],
    ["<p>١٢٬٣٤٥ متابع</p>", 12_345],
    [`<p>${"Join our many 5 followers who like what we say each day of the week"}</p>`, null],
    ["<nav><p>9 followers</p></nav>", null],
    ["<p>followers</p>", null],
    ["", null],
  ])("has its followers in %s as %s", (part, count) => {
    expect(read(`<h1>${NAME}</h1><section>${part}</section>`).follower_count).toBe(count);
  });

  test.each<[string, string | null]>([
    ['<a href="https://a.example/x">Website</a>', "https://a.example/x"],
    ['<a href="https://a.example/" aria-label="Our web site">go</a>', "https://a.example/"],
    ['<a href="https://a.example/" title="Homepage">go</a>', "https://a.example/"],
    ['<dl><dt>Website</dt><dd><a href="//a.example/">go</a></dd></dl>', "https://a.example/"],
    ['<p>Website: <a href="https://a.example/">go</a></p>', "https://a.example/"],
    ['<p>Website: <a href="https://a.example/">go</a> <a href="https://b.example/">on</a></p>', null],
    ['<a href="https://www.a.example/">A.example</a>', "https://www.a.example/"],
    ['<a href="https://a.example/">a.example</a><a href="https://b.example/">Website</a>', "https://b.example/"],
    ['<a href="https://shop.board.example/">Website</a>', null],
    ['<a href="https://board.example/">Website</a>', null],
    ['<footer><a href="https://a.example/">Website</a></footer>', null],
    ['<a href="https://a.example/">go</a>', null],
  ])("has its website in %s as %s", (part, website) => {
    expect(read(`<h1>${NAME}</h1><ul class="list is-basic"></ul><section>${part}</section>`).website).toBe(website);
  });

  test("has the link after the name on the oldest page as its website", () => {
    const beside = (link: string) => read(`<div><h1>${NAME}</h1><p>Retail</p>${link}</div>`).website;
    expect(beside('<a href="https://a.example/">go</a>')).toBe("https://a.example/");
    expect(beside('<a href="https://www.linkedin.com/x">go</a>')).toBeNull();
    expect(beside('<h2>Jobs</h2><a href="https://a.example/">go</a>')).toBeNull();
    expect(read(`<div><h1>${NAME}</h1><a href="https://a.example/">go</a></div>`).website).toBeNull();
  });

  test("has its social profiles, each once", () => {
    const link = (url: string) => `<a href="${url}">x</a>`;
    const all = ["https://www.linkedin.com/company/a", "https://x.com/a", "https://www.linkedin.com/company/a"];
    expect(read(`<h1>${NAME}</h1>${all.map(link).join("")}${link("https://a.example")}`).socials).toEqual([
      { "@type": "JobsboardSocial", network: "linkedin", url: all[0] },
      { "@type": "JobsboardSocial", network: "x", url: all[1] },
    ]);
  });

  test("has its jobs: marked, under a heading, and with their places; each once, none from the frame", () => {
    const five = jobs.slice(0, 5);
    const job = ({ path, title, place }: (typeof jobs)[number], marked: boolean) =>
      `<li><a ${marked ? "data-js-aid=jobTitle" : ""} href="${path}"><h3>${escaped(title)}</h3></a><span class="t-mute">${escaped(place)}</span></li>`;
    const expected = five.map(({ path, title, place }) => ({
      "@type": "JobsboardJobRef",
      id: /-(\d+)\/$/.exec(path)![1],
      title,
      location: place,
      url: origin + path,
    }));
    const marked = five.map((one) => job(one, true)).join("");
    const plain = five.map((one) => job(one, false)).join("");
    expect(read(`<h1>${NAME}</h1><ul>${marked}${marked}</ul>`).recent_jobs).toEqual(expected);
    expect(read(`<h1>${NAME}</h1><div><h2>Latest jobs</h2></div><ul>${plain}</ul>`).recent_jobs).toEqual(expected);
    expect(read(`<h1>${NAME}</h1><h2>Similar</h2><ul>${plain}</ul>`).recent_jobs).toEqual([]);
    expect(read(`<h1>${NAME}</h1><nav>${marked}</nav>`).recent_jobs).toEqual([]);
    const bare = `<li><a data-js-aid=jobTitle href="${five[0]!.path}" title="${escaped(five[0]!.title)}"><img></a></li>`;
    expect(read(`<h1>${NAME}</h1><ul>${bare}</ul>`).recent_jobs).toMatchObject([
      { title: five[0]!.title, location: null },
    ]);
  });

  test.each<[string, string | null]>([
    ["<h2>About us</h2><p>One.</p><p></p><p>Two.</p><h2>Jobs</h2><p>No.</p>", "One. Two."],
    ["<div><h2>Overview</h2></div><div>Words.</div><h2>Jobs</h2>", "Words."],
    ["<div><h3>Welcome</h3><p>One.</p><p>Two.</p></div>", "One. Two."],
    ["<div><h3>Jobs</h3><p>One.</p></div>", null],
    ["<nav><h2>About us</h2><p>One.</p></nav>", null],
  ])("has its text in %s as %s", (part, text) => {
    expect(read(`<h1>${NAME}</h1><ul class="list is-basic"></ul>${part}`).description).toBe(text);
  });

  test.each<[string, number | null]>([
    ['<i data-account-id="77"></i>', 77],
    ["<script>var x = {account_id: '78'}</script>", 78],
    ['<a href="/en/jobs/?filters[gid_pid][]=0-79">all</a>', 79],
    ['<a href="/en/jobs/?filters%5Bgid_pid%5D%5B0%5D=80-5">all</a>', 80],
    ['<i data-account-id="x"></i>', null],
  ])("has its account in %s as %s", (part, account) => {
    const page = framed(`<h1>${NAME}</h1>${part}`).replaceAll(/account_?id/gi, (word, at, whole: string) =>
      whole.slice(at - 80, at + 80).includes(part.slice(0, 20)) ? word : "other",
    );
    expect(readPage(savedAnswer(page), requested, "en", origin).page.records[0]!.account_id).toBe(account);
  });

  test("a profile is recognised by its address and its parts", () => {
    const kind =
      (middle: string, canonical: string, status = 200) =>
      () =>
        readPage(savedAnswer(framed(middle, canonical), { status }), requested, "en", origin);
    const none = new NoSuchThing("The source has no such company.");
    const profile = "https://board.example/en/company/x-2137034/";
    expect(kind(`<h1>${NAME}</h1>`, profile, 404)).toThrow(none);
    expect(kind(`<h1>${NAME}</h1>`, profile, 410)).toThrow(none);
    expect(kind("<h1>Page not found</h1>", "https://board.example/en/gone/x/")).toThrow(none);
    expect(kind("<p>x</p>", "https://board.example/en/")).toThrow(none);
    expect(kind("<p>x</p>", "https://board.example/en/uae/")).toThrow(none);
    expect(kind("<h1>x</h1>", "https://board.example/en/blog/post/x/")).toThrow("not a company's profile");
    expect(kind(html.slice(frameStart, frameEnd), "https://board.example/en/jobs/x/y/")).toThrow("a list of jobs");
    const unaddressed = (middle: string) =>
      framed(middle).replace(/<link[^>]*rel="canonical"[^>]*>|<meta[^>]*og:url[^>]*>/g, "");
    const bare = (middle: string) => () =>
      readPage(savedAnswer(unaddressed(middle)), requested, "en", origin).page.records[0]!;
    expect(bare(`<h1>${NAME}</h1><ul class="list is-basic">${items("Retail")}</ul>`)()).toMatchObject({
      id: 2137034,
      name: NAME,
    });
    expect(bare(`<div><h1>${NAME}</h1><p>a</p><p>b</p><p>c</p></div>`)()).toMatchObject({ industry: "a" });
    expect(bare(`<h4 data-automation-id="companyName" title="${NAME} L.L.C.">${NAME}</h4>`)().name).toBe(
      `${NAME} L.L.C.`,
    );
    expect(bare(`<div><h1>${NAME}</h1><p>a</p><p>b</p></div>`)).toThrow("not a company's profile");
    expect(bare(`<h1>${NAME}</h1><ul class="other"></ul>`)).toThrow("not a company's profile");
  });
});

describe.skipIf(!capture)("a list of the companies that the saved page names", () => {
  const LIST = "https://board.example/en/companies/";
  const card = ({ path, name }: (typeof companies)[number], more = "") =>
    `<li><div class="card-content"><a href="${path}"><img></a><a href="${path}"><b>${escaped(name!)}</b></a>${more}</div></li>`;
  const list = (middle: string, canonical = LIST, url = `${LIST}?page=3`) =>
    accounted({ page: readList(savedAnswer(framed(middle, canonical), { url }), null, { origin }) });
  const refs = () =>
    companies.map(({ path, name }) => ({
      "@type": "JobsboardCompanyRef",
      id: Number(/-(\d+)\/$/.exec(path)![1]),
      name,
      url: new URL(path, origin).href,
    }));

  test("gives each once, with its industry and place, marked or bare", () => {
    const bare = companies.map((one) => card(one, `<p>Retail</p><p>${escaped(PLACE)}</p><p>5 jobs</p>`)).join("");
    const marked = companies
      .map((one) =>
        card(
          one,
          `<p>odd</p><p data-automation-id="location">${escaped(PLACE)}</p><p data-automation-id="industry">Retail</p>`,
        ),
      )
      .join("");
    for (const middle of [bare, marked]) {
      expect(list(`<ul>${middle}${bare}</ul>`).records).toEqual(
        refs().map((one) => ({ ...one, "@type": expect.any(String), industry: "Retail", location: PLACE })),
      );
    }
    expect(list(`<ul>${companies.map((one) => card(one)).join("")}</ul>`).records[0]).toMatchObject({
      industry: null,
      location: null,
    });
  });

  test("ends with the page without a next link", () => {
    const cards = `<ul>${companies.map((one) => card(one)).join("")}</ul>`;
    expect(list(cards).lastPage).toBe(3);
    expect(list(cards, LIST, LIST).lastPage).toBe(1);
    expect(list(`${cards}<ul><li class="pagination-next"><a href="?page=4">4</a></li></ul>`).lastPage).toBeNull();
  });

  test("rejects other pages with an explanation", () => {
    expect(() => list(html.slice(frameStart, frameEnd))).toThrow("a list of jobs, not of companies");
    expect(() => list("<p>x</p>", "https://board.example/en/company/x-1/")).toThrow("not a list of companies");
    const nameless = `<a href="${companies[0]!.path}"><img></a>`;
    expect(() => list(nameless)).toThrow("1 of 1 rows could not be read");
    expect(list("<p>none</p>").records).toEqual([]);
  });
});
