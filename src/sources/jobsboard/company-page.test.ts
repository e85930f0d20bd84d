import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import operation from "./companies.ts";
import source from "./source.ts";

type Row = Record<string, any>;

const parse = (html: string, request: { company?: string; language?: "en" | "ar" } = {}, status = 200) => [
  ...(operation.parse(
    savedAnswer(html, { status }),
    { company: "77", language: "en", timeout: 300, ...request },
    readingContext,
  ) as Iterable<Row>),
];
const head = (path: string) => `<head><link rel="canonical" href="https://board.example${path}"></head>`;
const company = (main: string) =>
  parse(`<html lang="en">${head("/en/company/acme-77/")}<body>${main}</body></html>`)[0]!;

describe("the kind of page", () => {
  test("a page without its own address is the requested company", () => {
    const html = '<html><h1>Acme</h1><ul class="list is-basic"><li>Banking</li></ul></html>';
    expect(parse(html)).toMatchObject([{ id: 77, url: "https://site.example/en/company/company-77/", name: "Acme" }]);
    const requested = { company: "https://board.example/en/company/acme-0-78/", language: "ar" } as const;
    expect(parse(html, requested)).toMatchObject([{ id: 78, url: "https://site.example/ar/company/acme-0-78/" }]);
  });

  test("a page's own address takes precedence over the requested one", () => {
    const html = `<html>${head("/en/company/%D8%B4%D8%B1%D9%83%D8%A9-2298001/")}<h1>شركة</h1></html>`;
    expect(parse(html)).toMatchObject([
      { id: 2298001, url: "https://board.example/en/company/%D8%B4%D8%B1%D9%83%D8%A9-2298001/", name: "شركة" },
    ]);
  });

  test.each([
    ["the front page", `<html>${head("/en/")}<h1>Find jobs</h1></html>`, 200],
    ["a country's front page", `<html>${head("/ar/uae/")}<h1>وظائف</h1></html>`, 200],
    ["status 404", "<html><h1>Oops</h1></html>", 404],
    ["a page that says so", "<html><title>Page not found</title></html>", 200],
  ])("%s means that the company does not exist", (_, html, status) => {
    expect(() => parse(html, {}, status)).toThrow(NoSuchThing);
  });

  test.each([
    ["a job's page", `<html>${head("/en/uae/jobs/nurse-5/")}<h1>Nurse</h1></html>`],
    ["a profile without a name", `<html>${head("/en/company/acme-77/")}</html>`],
    ["nothing", ""],
    ["JSON", "{}"],
  ])("%s is unreadable", (_, html) => {
    expect(() => parse(html)).toThrow(Unreadable);
  });

  test("a challenge is a block; the wall's script on a good page is not", () => {
    const challenge = "<html><title>Just a moment...</title><script>window._cf_chl_opt={}</script></html>";
    expect(source.blockMarker(savedAnswer(challenge))).not.toBeNull();
    expect(company('<script src="/cdn-cgi/challenge-platform/x.js"></script><h1>Acme</h1>').name).toBe("Acme");
  });
});

describe("details", () => {
  test.each([
    [["Banking", "Qatar - Doha", "10-49 Employees"], "Banking", "Qatar - Doha", "10-49 Employees"],
    [["500+ Employees", "Banking", "Qatar"], "Banking", "Qatar", "500+ Employees"],
    [["Banking"], "Banking", null, null],
    [["Qatar - Doha"], null, "Qatar - Doha", null],
    [["البنوك", "قطر - الدوحة", "10-49 موظف"], "البنوك", "قطر - الدوحة", "10-49 موظف"],
    [["Banking", "Qatar", "1,234 followers"], "Banking", "Qatar", null],
    [[], null, null, null],
  ])("%j beside the name", (lines, industry, location, size) => {
    const list = lines.map((line) => `<li><i class="icon"></i> ${line} </li>`).join("\n");
    expect(company(`<h1>Acme</h1>\n<ul class="list is-basic">${list}</ul>`)).toMatchObject({
      industry,
      location,
      size,
    });
  });

  test("labels, in any order, take precedence over the bare list", () => {
    const labelled =
      "<dl><dt>Headquarters</dt><dd>Cairo</dd><dt>Company size</dt><dd>50-99</dd><dt>Sector</dt><dd>Oil &amp; Gas</dd></dl>";
    expect(company(`<h1>Acme</h1><ul class="list is-basic"><li>Other</li></ul>${labelled}`)).toMatchObject({
      industry: "Oil & Gas",
      location: "Cairo",
      size: "50-99",
    });
  });

  test("the footer's lists are not the company's", () => {
    const footer = '<footer><ul class="list is-basic"><li>Jobs in UAE</li></ul><h2>About</h2><p>The board</p></footer>';
    expect(company(`<h1>Acme</h1>${footer}`)).toMatchObject({ industry: null, description: null });
  });
});

describe("followers", () => {
  test.each([
    ["<span>1,234 followers</span>", 1234],
    ["<span>1 Follower</span>", 1],
    ["<div><b>12.5K</b> Followers</div>", 12_500],
    ["<li>Followers: 0</li>", 0],
    ["<span>١٬٢٣٤ متابع</span>", 1234],
    ["<button>Follow</button>", null],
    ["<p>We have 12 plants and many followers in every country of the region we work in.</p>", null],
    ["<footer><span>9 followers</span></footer>", null],
  ])("%s", (html, count) => {
    expect(company(`<h1>Acme</h1>${html}`).follower_count).toBe(count);
  });
});

describe("links", () => {
  test("the website is the labelled link, or one that names itself, but never a social profile", () => {
    const socials = '<a href="https://www.linkedin.com/company/acme"></a><a href="https://x.com/acme"></a>';
    const record = company(
      `<h1>Acme</h1>${socials}<a href="https://partner.example/">Partner</a><a href="http://acme.example">Website</a>`,
    );
    expect(record.website).toBe("http://acme.example/");
    expect(record.socials.map(({ network, url }: Row) => [network, url])).toEqual([
      ["linkedin", "https://www.linkedin.com/company/acme"],
      ["x", "https://x.com/acme"],
    ]);
    expect(company('<h1>Acme</h1><a href="https://www.acme.example/">www.acme.example</a>').website).toBe(
      "https://www.acme.example/",
    );
    expect(company('<h1>Acme</h1><a href="https://partner.example/">Partner</a>').website).toBeNull();
  });

  test("links to the site itself and in its footer are skipped", () => {
    const own =
      '<a href="https://board.example/en/website/">Website</a><a href="https://media.board.example/">media.board.example</a>';
    const footer = '<footer><a href="https://www.facebook.com/board">Facebook</a></footer>';
    expect(company(`<h1>Acme</h1>${own}${footer}`)).toMatchObject({ website: null, socials: [] });
  });
});

describe("the logo", () => {
  const logo = (size: string, owner: number) =>
    `<img src="//media.example/${size}/images/logo/77/${owner}_logo_1_n.png">`;

  test("the logo is the company's own, in the widest size shown", () => {
    const others = `<h2>Similar companies</h2>${logo("500x500", 99)}`;
    expect(company(`${logo("70x70", 77)}<h1>Acme</h1>${logo("300x300", 77)}${others}`).image).toContain("/300x300/");
  });

  test("the logo is null if there is none, or only others'", () => {
    expect(company('<img src="//media.example/images/no-logo.svg"><h1>Acme</h1>').image).toBeNull();
    expect(company(`<h1>Acme</h1><h2>Similar companies</h2>${logo("70x70", 99)}${logo("70x70", 0)}`).image).toBeNull();
  });
});

describe("account, About and jobs", () => {
  test("the account comes from the script, otherwise from the link to all jobs", () => {
    const pair = '<a href="/en/international/jobs/acme-jobs/?filters%5Bgid_pid%5D%5B%5D=0-77">View more</a>';
    expect(company(`<h1>Acme</h1>${pair}<script>var page = {accountId: "901"};</script>`).account_id).toBe(901);
    expect(company(`<h1>Acme</h1>${pair}`).account_id).toBe(77);
    expect(company("<h1>Acme</h1>").account_id).toBeNull();
  });

  test("the About text is the content under its heading, its paragraphs joined", () => {
    const record = company(
      "<h1>Acme</h1><div><h2>About</h2></div><div><p>One &amp;\n two.</p><p>Three.</p></div><h2>Jobs</h2><p>No jobs</p>",
    );
    expect(record.description).toBe("One & two. Three.");
  });

  test("each job is read once, with its place, as a link or a card", () => {
    const link = (id: number) =>
      `<li><a href="/en/qatar/jobs/nurse-${id}/"><h3>Nurse (ICU)</h3><div>Acme</div><div>Doha, Qatar</div><div>3 days ago</div></a><a href="/en/qatar/jobs/nurse-${id}/">Easy Apply</a></li>`;
    const more = '<a href="/en/international/jobs/acme-jobs/">View more</a>';
    const jobs = company(
      `<h1>Acme</h1><h2>Jobs</h2><ul>${link(5)}${link(6)}</ul>${more}<h2>Similar jobs</h2>${link(7)}`,
    ).recent_jobs;
    expect(jobs).toEqual(
      ["5", "6"].map((id) => ({
        "@type": "JobsboardJobRef",
        id,
        title: "Nurse (ICU)",
        location: "Doha, Qatar",
        url: `https://site.example/en/qatar/jobs/nurse-${id}/`,
      })),
    );
    const card =
      '<li data-js-job data-job-id="9"><h2><a data-js-aid="jobID" href="/en/qatar/jobs/n-9/">N</a></h2></li>';
    expect(company(`<h1>Acme</h1><ul>${card}</ul>`).recent_jobs).toMatchObject([
      { id: "9", title: "N", location: null },
    ]);
  });
});

test("older cards of a listing, and an advertisement slot without a job", () => {
  const cards = `<li data-js-job data-job-id="5"><h2><a data-js-aid="jobID" href="/en/oman/jobs/cook-5/">Cook</a></h2>
      <div><div><span>Hotel Co</span></div><div class="t-mute t-small">Muscat · Oman</div></div></li>
    <li data-js-job='{"jobId":6}'><h2><a href="/en/uae/jobs/chef-6/">Chef</a></h2>
      <span class="jb-date t-mute">3 days ago</span><div class="t-small t-mute"><span>Dubai, UAE</span></div></li>
    <li data-js-job='{"jobId":0}'><div><span class="t-mute">Sponsored</span></div></li>`;
  expect(company(`<h1>Acme</h1><ul>${cards}</ul>`).recent_jobs).toMatchObject([
    { id: "5", title: "Cook", location: "Muscat · Oman" },
    { id: "6", title: "Chef", location: "Dubai, UAE", url: "https://site.example/en/uae/jobs/chef-6/" },
  ]);
  const listing = `<html>${head("/en/international/jobs/")}<body><h1>Jobs</h1><ul>${cards}</ul></body></html>`;
  for (const page of [listing, `<html><ul>${cards}</ul></html>`]) expect(() => parse(page)).toThrow(Unreadable);
});

describe("older templates", () => {
  const OLDEST = `<div><h1>Acme &amp; Sons</h1><p>Banking</p><p>Doha, Qatar</p><p>50-99 Employees</p>
    <a href="https://www.acme.example/">acme</a></div>
    <div><h3>Acme's story</h3><p>Founded in 1950.</p><p>Still here.</p></div>`;

  test("paragraphs after the name: industry, place, size; then the website and the About text", () => {
    expect(company(OLDEST)).toMatchObject({
      id: 77,
      name: "Acme & Sons",
      industry: "Banking",
      location: "Doha, Qatar",
      size: "50-99 Employees",
      website: "https://www.acme.example/",
      description: "Founded in 1950. Still here.",
    });
    expect(parse(`<html><body>${OLDEST}</body></html>`)).toMatchObject([{ id: 77, name: "Acme & Sons" }]);
  });

  test("a missing paragraph is null, and a paragraph of prose is not a detail", () => {
    expect(company("<h1>Acme</h1><p>Banking</p>")).toMatchObject({ industry: "Banking", location: null, size: null });
    expect(company("<h1>Acme</h1><p>Banking</p><p>500+ Employees</p>")).toMatchObject({
      location: null,
      size: "500+ Employees",
    });
    const prose = "We are a bank in Qatar, and have been one since 1950, with branches all over the Gulf.";
    expect(company(`<h1>Acme</h1><p>${prose}</p>`).industry).toBeNull();
  });

  const MARKED = `<h4 data-automation-id="companyName" title="Acme &amp; Sons">Acme...</h4>
    <ul><li data-automation-id="industry">Banking</li><li><i></i><span>Qatar</span></li><li><i></i><span>50-99</span></li></ul>`;

  test.each([
    ["its address", `<html>${head("/en/company/acme-77/")}<body><h1>Jobs and more</h1>${MARKED}</body></html>`],
    ["nothing else", `<html><body>${MARKED}</body></html>`],
  ])("a marked name with %s around it", (_, page) => {
    expect(parse(page)).toMatchObject([
      { id: 77, name: "Acme & Sons", industry: "Banking", location: "Qatar", size: "50-99" },
    ]);
  });

  test("the size may be in the adjacent list, and without the usual words", () => {
    const lists = `<h4 data-automation-id="companyName" title="Acme"></h4><ul><li data-automation-id="industry">Banking</li></ul>
      <ul><li data-automation-id="country">Qatar</li><li><span>Size</span><span>1000 people</span></li></ul>`;
    expect(company(lists)).toMatchObject({ name: "Acme", industry: "Banking", location: "Qatar", size: "1000 people" });
    const labelled = lists.replace("1000 people", "500 Employees or more");
    expect(company(labelled)).toMatchObject({ location: "Qatar", size: "500 Employees or more" });
  });

  test("a profile's own job links, in cells", () => {
    const cell = (id: number, title: string) => `<div class="col is-4-d is-12-m"><div class="card">
      <a data-js-aid="jobTitle" href="/en/qatar/jobs/x-${id}/">${title}</a><p>Acme</p><p>Doha, Qatar</p><p>3 days ago</p></div></div>`;
    const jobs = company(
      `<h1>Acme</h1><div><h2>Open roles</h2><div class="row">${cell(5, "Nurse")}${cell(6, "Cook (night)")}</div></div>
       <footer><a data-js-aid="jobTitle" href="/en/uae/jobs/y-7/">Other</a></footer>`,
    ).recent_jobs;
    expect(jobs).toMatchObject([
      { id: "5", title: "Nurse", location: "Doha, Qatar", url: "https://site.example/en/qatar/jobs/x-5/" },
      { id: "6", title: "Cook (night)", location: "Doha, Qatar" },
    ]);
    const only = company(`<h1>Acme</h1><div><h2>Open roles</h2><div class="row">${cell(5, "Nurse")}</div></div>`);
    expect(only.recent_jobs).toMatchObject([{ id: "5", title: "Nurse", location: "Doha, Qatar" }]);
  });
});
