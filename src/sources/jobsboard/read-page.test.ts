import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readPage } from "./company-page.ts";

const read = (...given: Parameters<typeof readPage>) => accounted(readPage(...given));
const page = (main: string, head = "") =>
  read(
    savedAnswer(
      `<html lang="EN-gb"><link rel="canonical" href="/en/company/acme-77/">${head}<body><h1>Acme</h1>${main}</body></html>`,
    ),
    { id: 5, slug: null, form: null },
    "en",
    "https://site.example",
  );
const company = (main: string) => page(main).records[0]!;

describe("the number of the account", () => {
  test.each<[string, number | null]>([
    ['<p data-account-id="12"></p>', 12],
    ['<p data-account-id="12"></p><script>account_id: 13</script>', 12],
    ["<script>var a = {accountId: '13'}</script>", 13],
    ['<script>{"account_id" : "14"}</script>', 14],
    ["<script>ACCOUNTID=15</script>", 15],
    ["<script>account: 16</script>", null],
    ["<script>x</script><script>accountId:17</script>", 17],
    ['<a href="/jobs/?filters[gid_pid][]=18-77">x</a>', 18],
    ['<a href="/jobs/?filters%5Bgid_pid%5D%5B0%5D=0-19">x</a>', 19],
    ['<a href="/jobs/?gid_pid=20-1">x</a><a href="/jobs/?filters[gid_pid][1]=21-1">y</a>', 21],
    ['<p data-account-id="x12"></p>', null],
    ['<p data-account-id="12x"></p>', null],
    ["", null],
  ])("%s: %j", (main, expected) => {
    expect(company(main).account_id).toBe(expected);
  });
});

test.each<[string, string | null]>([
  ["<h2>About</h2><p>One.</p><p> </p><p>Two.</p>", "One. Two."],
  ["<h2>About</h2><div>All of it</div>", "All of it"],
  ["<div><h3>Our story</h3><p>One.</p><i>no</i><p>Two.</p></div>", "One. Two."],
  ["<div><h3>Jobs</h3><p>One.</p></div>", null],
  ['<div><h3><a href="/x">Link</a></h3><p>One.</p></div>', null],
  ["<footer><h3>Board</h3><p>One.</p></footer>", null],
  ["<div><h3>Our story</h3></div>", null],
])("the text about a company in %s is %j", (main, expected) => {
  expect(company(main).description).toBe(expected);
});

test("jobs are the marked links, or cards, or the links under their heading", () => {
  const ids = (main: string) => company(main).recent_jobs.map(({ id }) => id);
  const marked = '<a data-js-aid="jobTitle" href="/en/x/jobs/a-1/">A</a>';
  const card = '<li data-js-job data-job-id="2"><h2><a href="/en/x/jobs/b-2/">B</a></h2></li>';
  const plain = '<h2>Jobs</h2><p><a href="/en/x/jobs/c-3/">C</a></p>';
  expect(ids(marked + card + plain)).toEqual(["1"]);
  expect(ids(`<nav>${marked}</nav>${card}${plain}`)).toEqual(["2"]);
  expect(ids(plain)).toEqual(["3"]);
  expect(ids('<p><a href="/en/x/jobs/c-3/">C</a></p>')).toEqual([]);
});

test("a page's own address and language are returned; without an address, the requested one is", () => {
  expect(page("")).toMatchObject({
    language: "en",
    records: [{ id: 77, name: "Acme", url: "https://site.example/en/company/acme-77/" }],
  });
  const bare = '<h4 data-automation-id="companyName" title="Acme Ltd">Acme...</h4>';
  const readBare = (html: string, form: "grouped" | null = null) =>
    read(savedAnswer(html), { id: 5, slug: "a", form }, "ar", "https://site.example");
  expect(readBare(bare)).toMatchObject({
    language: null,
    records: [{ id: 5, name: "Acme Ltd", url: "https://site.example/ar/company/a-5/" }],
  });
  expect(readBare(bare, "grouped").records[0]!.url).toBe("https://site.example/ar/company/a-0-5/");
  expect(readBare('<h4 data-automation-id="companyName">Acme</h4>').records[0]!.name).toBe("Acme");
});

test.each<[string, typeof NoSuchThing | typeof Unreadable, string]>([
  ["<li data-js-job></li>", Unreadable, "a list of jobs, not a company's profile"],
  ["<p>x</p>", Unreadable, "not a company's profile"],
  ["<title>404</title>", NoSuchThing, "The source has no such company."],
  ['<link rel="canonical" href="/en/">', NoSuchThing, "The source has no such company."],
])("%s has none: %#", (html, kind, words) => {
  const act = () => readPage(savedAnswer(html), { id: 5, slug: null, form: null }, "en", "https://site.example");
  expect(act).toThrow(kind);
  try {
    act();
  } catch (error) {
    expect(`${(error as Error).message} ${(error as { detail?: string }).detail}`).toContain(words);
  }
});
