import { describe, expect, test } from "vitest";
import { answerOf, capturesOf, readingContext } from "../../../contract/testing/saved-answer.ts";
import operation from "./operation.ts";

const capture = capturesOf("jobsboard");

describe.skipIf(!capture)("the saved listing", () => {
  const html = capture?.("job-listing-2026-06.html") ?? "";
  const parse = () => [
    ...(operation.parse(
      answerOf(html),
      { company: "2137034", language: "en", timeout: 300 },
      readingContext,
    ) as Iterable<Record<string, unknown>>),
  ];

  test("every card is a job, in the order of the page's own list of links", () => {
    const list = JSON.parse(
      /<script type="application\/ld\+json">\s*(\{.*?"ItemList".*?)\s*<\/script>/s.exec(html)![1]!,
    );
    const paths = list.itemListElement.map(({ url }: { url: string }) => new URL(url).pathname);
    const jobs = parse();
    expect(jobs).toHaveLength(30);
    expect(jobs.map(({ url }) => url)).toEqual(paths.map((path: string) => `https://site.example${path}`));
    expect(jobs.map(({ id }) => id)).toEqual(paths.map((path: string) => /-(\d+)\/$/.exec(path)![1]));
  });

  test("titles and places are those of the cards' own attributes and links", () => {
    const titles = [...html.matchAll(/data-js-aid="jobID"[^>]* title="([^"]*)"/g)].map(([, title]) => title!);
    const jobs = parse();
    expect(jobs.map(({ title }) => title)).toEqual(titles.map((title) => title.replaceAll("&amp;", "&")));
    for (const job of jobs) {
      const country = /site\.example\/en\/([a-z-]+)\/jobs\//.exec(String(job.url))![1]!;
      const place = String(job.location).split(", ");
      expect(place.at(-1)!.toLowerCase().replaceAll(" ", "-")).toBe(country);
      if (place.length > 1) expect(html).toContain(`jobs-in-${place[0]!.toLowerCase().replaceAll(" ", "-")}/`);
    }
    expect(jobs.filter(({ location }) => String(location).includes(","))).toHaveLength(
      html.split("-jobs-in-").length - 1 - otherPlaces(),
    );
  });

  /** Links to a place that stand outside the cards. */
  const otherPlaces = () => {
    const cards = html.slice(html.indexOf("<li data-js-job"), html.indexOf('id="sectionPagination"'));
    return html.split("-jobs-in-").length - cards.split("-jobs-in-").length;
  };
});
