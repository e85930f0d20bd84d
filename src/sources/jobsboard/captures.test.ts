import { describe, expect, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import { parseHtml } from "../../source-kit/html.ts";
import { faultsOfReader } from "../../source-testing/mangled.ts";
import { attribute, findElements, hasClass, parseReferee, words } from "../../source-testing/referee.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import operation from "./companies.ts";
import { readCards } from "./job-refs.ts";

type Row = Record<string, any>;

const { origin } = readingContext;
const capture = capturesOf("jobsboard");
const html = capture?.("job-listing-2026-06.html") ?? "";
const request = { company: "2137034", language: "en", timeout: 300 } as const;
const parse = (page: string, over: Partial<typeof request> | { language: "ar" } = {}) => [
  ...(operation.parse(savedAnswer(page), { ...request, ...over }, readingContext) as Iterable<Row>),
];

/** The cards read with parse5, without the reader's code. */
const referee = (page: string) =>
  findElements(parseReferee(page), (element) => attribute(element, "data-js-job") !== null).map((card) => {
    const [link] = findElements(card, (element) => attribute(element, "data-js-aid") === "jobID");
    const [box] = findElements(card, hasClass("job-company-location-wrapper"));
    const [place] = findElements(box!, (element) => element.tagName === "div" && hasClass("t-mute")(element));
    return {
      "@type": "JobsboardJobRef",
      id: attribute(card, "data-job-id"),
      title: words(link),
      location: words(place),
      url: `${origin}${attribute(link, "href")}`,
    };
  });

/** The same page under a company's address and name: what a profile with cards would be. */
const asProfile = (page: string, path = "/en/company/ali-bin-ali-2137034/") =>
  page
    .replace(/(rel="canonical" href=")[^"]*/, (_, start) => `${start}https://board.example${path}`)
    .replace(/<h1[^>]*>.*?<\/h1>/s, "<h1>Ali Bin Ali</h1>");

describe.skipIf(!capture)("the saved listing", () => {
  test("the saved listing is a list of jobs, not a company", () => {
    expect(() => parse(html)).toThrow(Unreadable);
    expect(() => parse(html)).toThrow("a list of jobs");
  });

  test("every field of every card matches parse5", () => {
    const jobs = readCards(parseHtml(html), origin);
    expect(jobs).toHaveLength(30);
    expect(jobs).toEqual(referee(html));
  });

  test("the cards match the page's own list of links", () => {
    const list = JSON.parse(
      /<script type="application\/ld\+json">\s*(\{.*?"ItemList".*?)\s*<\/script>/s.exec(html)![1]!,
    );
    const paths: string[] = list.itemListElement.map(({ url }: { url: string }) => new URL(url).pathname);
    const jobs = readCards(parseHtml(html), origin);
    expect(jobs.map(({ url }) => url)).toEqual(paths.map((path) => origin + path));
    expect(jobs.map(({ id }) => id)).toEqual(paths.map((path) => /-(\d+)\/$/.exec(path)![1]));
  });
});

describe.skipIf(!capture)("variants of the saved listing", () => {
  test("under a company's address, its cards are the company's jobs, and its frame is ignored", () => {
    const [record] = parse(asProfile(html));
    expect(record).toMatchObject({
      "@type": "JobsboardCompany",
      id: 2137034,
      url: "https://board.example/en/company/ali-bin-ali-2137034/",
      name: "Ali Bin Ali",
      follower_count: null,
      website: null,
      socials: [],
      recent_jobs: referee(html),
    });
    expect(record!.image).toContain("/2137034_logo_");
  });

  test("the cards in another order, and in a page marked as Arabic, read the same", () => {
    const cards = html.match(/<li data-js-job.*?<\/li>/gs)!;
    expect(cards).toHaveLength(30);
    const start = html.indexOf(cards[0]!);
    const end = html.indexOf(cards.at(-1)!) + cards.at(-1)!.length;
    const turned = html.slice(0, start) + cards.toReversed().join("\n") + html.slice(end);
    expect(readCards(parseHtml(turned), origin)).toEqual(referee(html).toReversed());
    const arabic = asProfile(turned, "/ar/company/x-0-2115097/").replace('lang="en"', 'lang="ar"');
    expect(parse(arabic, { language: "ar" })[0]).toMatchObject({
      id: 2115097,
      recent_jobs: referee(html).toReversed(),
    });
  });

  test.each([
    ["the place", /<div class="t-mute"><a class="t-mute".*?<\/div>/gs, { location: null }],
    ["the box of company and place", /job-company-location-wrapper/g, {}],
    ["the mark of the link", / data-js-aid="jobID"/g, {}],
    ["the title's own attribute", /(data-js-aid="jobID"[^>]*) title="[^"]*"/g, {}],
    ["the card's number", / data-job-id="\d+"/g, {}],
  ])("without %s the rest is still read", (_, part, lost) => {
    const without = html.replace(part, (_match, kept) => (typeof kept === "string" ? kept : ""));
    expect(without).not.toBe(html);
    expect(readCards(parseHtml(without), origin)).toEqual(referee(html).map((job) => ({ ...job, ...lost })));
  });

  test("corrupted, it gives an error of the catalogue or a company that fits the schema", () => {
    expect(faultsOfReader(operation, { ...request }, [html, asProfile(html)], 40)).toEqual([]);
  });
});
