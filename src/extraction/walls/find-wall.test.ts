import { describe, expect, test } from "vitest";
import { unseenWallPages } from "../../../test/support/walls/unseen-wall-pages.ts";
import { type WallPage, wallPages } from "../../../test/support/walls/wall-pages.ts";
import { requestDefaults } from "../../contract/canary.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Answer } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { withUpcomingExamples } from "../../contract/upcoming-examples.ts";
import { captureNames, capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { standInPages } from "../../source-testing/stand-in-pages.ts";
import { findSources } from "../../sources/find-sources.ts";
import { classifyResponse } from "../classify-response.ts";
import { savedRecords } from "../row-accounting.ts";
import { wallBehind, wallIn } from "./find-wall.ts";

const sources = await findSources();

/** What the engine makes of a response: the name of the error, and its message. */
function outcome(source: Source, operation: Operation, answer: Answer): { name: string; message: string } {
  try {
    classifyResponse(source, answer, 0);
    savedRecords(operation, answer, { ...requestDefaults(operation), ...operation.examples[0] }, readingContext);
    return { name: "records", message: "" };
  } catch (error) {
    return wallBehind(error, source, answer, answer.url) ?? (error as Error);
  }
}

const wallAnswer = (wall: WallPage): Answer => ({
  ...savedAnswer(wall.body, { status: wall.status ?? 200, headers: { "content-type": "text/html", ...wall.headers } }),
  setCookies: wall.cookies ?? [],
});

describe("30 walls of challenge services, in six languages", () => {
  test.each(wallPages.map((wall) => [wall.language, wall.name, wall] as const))(
    "%s: %s is a block for every source",
    (_language, _name, wall) => {
      const outcomes = sources.map((source) => outcome(source, source.operations[0], wallAnswer(wall)));
      expect(outcomes.map(({ name }) => name)).toEqual(sources.map(() => "Blocked"));
    },
  );

  test("30 walls of challenge services, in six languages are as many and as varied as promised", () => {
    expect(wallPages.length).toBe(30);
    expect(new Set(wallPages.map(({ language }) => language)).size).toBe(6);
  });
});

test("at least 28 of 30 walls that the signs were not written for are blocks for every source", () => {
  const missed = unseenWallPages.filter((wall) =>
    sources.some((source) => outcome(source, source.operations[0], wallAnswer(wall)).name !== "Blocked"),
  );
  expect(unseenWallPages).toHaveLength(30);
  expect(missed.map(({ language, name }) => `${language}: ${name}`).slice(2)).toEqual([]);
});

/** What challenge services put on the good pages of their customers. */
const SENSORS = [
  '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
  '<script>var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script>',
  '<script>window.ddjskey="A";window.ddoptions={}</script><script src="https://js.datadome.co/tags.js"></script>',
  '<script>window._pxAppId="PX1"</script><script src="https://client.px-cloud.net/PX1/main.min.js"></script>',
  '<script src="/_Incapsula_Resource?SWJIYLWA=5074"></script>',
  '<script src="https://www.google.com/recaptcha/api.js"></script>',
  '<script src="https://x.y.eu.sdk.awswaf.com/x/challenge.compact.js" defer></script>',
].join("");
const SENSOR_COOKIES = [
  "datadome=x",
  "_px3=y",
  "incap_ses_1_2=z",
  "ak_bmsc=1",
  "bm_sz=2",
  "aws-waf-token=3",
  "__cf_bm=4",
];

describe("good pages", async () => {
  const pages = await goodPages();
  const standIns = pages.filter(({ name }) => name.startsWith("stand-in"));

  test("come from the stand-ins of every source, and are at least 100", () => {
    expect(standIns.length).toBeGreaterThanOrEqual(100);
    expect(new Set(standIns.map(({ source }) => source)).size).toBe(sources.length);
  });

  test.each(pages.map((page) => [page.source.name, page.name, page] as const))(
    "%s: %s is no wall, even if no reader understands it",
    (_source, _name, { source, answer }) => {
      expect(() => classifyResponse(source, answer, 0)).not.toThrow();
      expect(wallIn(source, answer, answer.url)).toBeNull();
    },
  );

  test("good pages are no walls with the sensors and cookies of seven challenge services either", () => {
    const html = pages.filter(({ answer }) => /<head/i.test(answer.text()));
    const mistaken = html.filter(({ source, answer }) => {
      const body = answer.text().replace(/<head[^>]*>/i, (head) => head + SENSORS);
      const watched = { ...savedAnswer(body, { url: answer.url }), setCookies: SENSOR_COOKIES };
      classifyResponse(source, watched, 0);
      return wallIn(source, watched, watched.url) !== null;
    });
    expect(html.length).toBeGreaterThanOrEqual(50);
    expect(mistaken.map(({ name }) => name)).toEqual([]);
  });

  test.each(sources.map((source) => [source.name, source] as const))(
    "a page of %s that was rebuilt around its landmarks is unreadable, whatever words and widgets it has",
    (_name, source) => {
      const widget = '<div class="g-recaptcha" data-sitekey="x"></div><p>Verify that you are not a robot.</p>';
      const body = `<html><head><title>Robot vacuums</title></head><body>${source.landmarks![0]} ${widget}</body></html>`;
      expect(outcome(source, source.operations[0], savedAnswer(body))).not.toMatchObject({ name: "Blocked" });
    },
  );
});

interface GoodPage {
  source: Source;
  name: string;
  answer: Answer;
}

/** Every page that the stand-ins return for the examples, and every saved page that is no refusal. */
async function goodPages(): Promise<GoodPage[]> {
  const pages: GoodPage[] = [];
  for (const source of sources) {
    for (const operation of source.operations.map((one) => withUpcomingExamples(one, Date.now()))) {
      const more = operation.examples.slice(0, 3).map((example) => ({ ...example, ...asMany(operation) }));
      pages.push(...(await standInPages(source, operation, { examples: [...operation.examples, ...more] })));
    }
    for (const name of captureNames(source.name).filter((file) => !file.startsWith("blocked"))) {
      const body = capturesOf(source.name)!(name);
      pages.push({ source, name, answer: savedAnswer(body, { headers: { "content-type": typeOf(name) } }) });
    }
  }
  return pages;
}

const asMany = ({ request }: Operation) => ("count" in request.properties ? { count: 200 } : {});
const typeOf = (name: string) => (name.endsWith(".json") ? "application/json" : "text/html; charset=utf-8");

describe("a page that no reader understood", () => {
  const found = (body: string, url = "https://toy.example/rows") =>
    wallIn({}, savedAnswer(body, { url }), "/rows?page=1");

  test.each([
    "<html><title>Are you a robot?</title></html>",
    "<html><title>Before you continue</title><form></form></html>",
    "<html><title>Not available in your country</title></html>",
    "<html><title>x</title><body>Solve the captcha to go on</body></html>",
  ])("a page that no reader understood is a block by its words: %s", (body) => {
    expect(found(body)).not.toBeNull();
  });

  test("a page that no reader understood is a block by its redirect target", () => {
    const body = "<html><title>Welcome</title></html>";
    expect(found(body, "https://toy.example/consent/collect")).toBe("sent to /consent/collect");
    expect(found(body, "https://toy.example/rows")).toBeNull();
    expect(found(body, "https://toy.example/elsewhere")).toBeNull();
  });

  test("a page that no reader understood is not a block if only its scripts are a wall's: good pages load them too", () => {
    const scripts =
      '<script src="/cdn-cgi/challenge-platform/main.js"></script><script src="/recaptcha/enterprise.js"></script>';
    expect(found(`<html><title>Acme</title>${scripts}<body>Acme, 10 employees</body></html>`)).toBeNull();
  });

  test("a page that no reader understood is not a block if it is data, or a large page that only mentions such words", () => {
    expect(found('{"title":"captcha"}')).toBeNull();
    expect(found(`<html><title>Shop</title>captcha ${"words ".repeat(1_000)}</html>`)).toBeNull();
  });
});
