import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { builtFolder } from "../../src/entry/dashboard/built-folder.ts";
import { pagesIn } from "../../src/entry/dashboard/pages.ts";
import { fillAccount, pageAddress, type SampleAccount } from "../support/dashboard/sample-account.ts";
import { browserSuite, loadPage, openPage } from "./browser.ts";
import { type Look, lookAt, lookAtAll, ON_DESKTOP, ON_PHONE, PHONE, type Scheme } from "./look.ts";
import { type State, states } from "./states.ts";

const { address, running, folder, newContext } = browserSuite({ environment: { ADMIN_EMAIL: "ada@people.example" } });

/** Addresses that show a page in another way than its own. */
const variants = lookAtAll ? ["/usage?show=latency&days=1", "/automation/runs?status=failed"] : [];

/** How many bytes of script, compressed with gzip, a page may load until it is shown. */
const BUDGETS: Readonly<Record<string, number>> = {
  "/": 2_000,
  "/sign-in": 148_000,
  "/status": 144_000,
  "/sign-up": 149_000,
  "/overview": 178_000,
  "/playground": 234_000,
};
const BUDGET = 250_000;

/** Each scheme has half of the pages. `npm run test:pages` checks all pages in both. */
const SCHEMES: Scheme[] = ["light", "dark"];

/** The states that differ most. `npm run test:pages` checks all of them, and loads every page from its own URL. */
const SOME_STATES = [
  "an address being confirmed",
  "the command palette",
  "records in a table, with the columns' menu",
  "one record",
  "a new key",
  "an account of several people",
];

/** Paths of all scripts loaded so far, cached ones included. */
const SCRIPTS = `[...new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname))]
  .filter((path) => path.endsWith(".js"))`;

async function packedScript(at: Page): Promise<number> {
  const paths = (await at.evaluate(SCRIPTS)) as string[];
  const sizes = await Promise.all(paths.map((path) => stat(join(builtFolder, "site", `${path}.gz`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/**
 * A price in points, and credits that are no price. The contract's names, such as x-credits-charged, may appear, and the
 * sentence that says what a credit is.
 */
const WRONG_UNIT =
  "document.body.innerText.match(/(?<![-\\w]|\\d )credits?(?![-\\w]| card| is 1 point)|credits? (?:left|charged|spent)|points? per (?:\\d|request)/gi) ?? []";

/** What one visit found on a page, or on a state of it. */
interface Seen extends Look {
  name: string;
  /** Zero if the page was reached from another one, whose scripts would count as well. */
  script: number;
  title: string;
  mains: number;
  credits: string[];
}

async function signIn(context: BrowserContext, cookie: string): Promise<void> {
  const cookies = cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: address() };
  });
  await context.addCookies(cookies);
}

/** Created once, even if CI retries the test. */
let settled: Promise<SampleAccount> | undefined;

describe("every page", () => {
  const seen: Seen[] = [];
  const faults: string[] = [];

  /** Checks everything in one visit, because getting to a page takes most of the time. */
  async function look(at: Page, scheme: Scheme, { path, name = path, act }: State): Promise<Seen> {
    const loads = lookAtAll || name in BUDGETS;
    await at.setViewportSize(act || lookAtAll ? ON_DESKTOP : ON_PHONE);
    await (loads ? loadPage(at, path) : openPage(at, path));
    const script = loads ? await packedScript(at) : 0;
    await act?.(at);
    const title = await at.title();
    const mains = await at.locator("main").count();
    const credits = (await at.evaluate(WRONG_UNIT)) as string[];
    const found = await lookAt(at, scheme);
    // Closes the dialog or menu that the state opened.
    if (act) await at.keyboard.press("Escape");
    return { name, script, ...found, title, mains, credits };
  }

  async function openTab(context: BrowserContext): Promise<Page> {
    const at = await context.newPage();
    at.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text()))
        faults.push(message.text());
    });
    at.on("pageerror", (error) => faults.push(error.message));
    return at;
  }

  async function lookAtThem(at: Page, visits: State[]): Promise<void> {
    const half = Math.ceil(visits.length / SCHEMES.length);
    for (const [which, scheme] of SCHEMES.entries()) {
      await at.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const visit of visits.slice(which * half, (which + 1) * half)) seen.push(await look(at, scheme, visit));
    }
  }

  const those = (wrong: (page: Seen) => boolean) => seen.filter(wrong);
  const asVisits = (paths: string[]): State[] => paths.map((path) => ({ path }));

  test("every page is visited, and so are its states", async () => {
    for (const list of [seen, faults]) list.length = 0;
    settled ??= fillAccount(running(), folder());
    const sample = await settled;
    const { cookie, failedRequest, samples } = sample;
    const { open, own, admin } = pagesIn(builtFolder);
    const show = (pages: string[]) => asVisits(pages.map((page) => pageAddress(page, samples)));
    const anybodys = [...show(open), ...asVisits(["/no-such-page"])];
    const ours = [...show([...own, ...admin]), ...asVisits([failedRequest, ...variants])];
    const inStates = states(sample).filter(
      ({ name }) => lookAtAll || SOME_STATES.some((some) => name!.startsWith(some)),
    );
    const context = await newContext();
    const at = await openTab(context);
    await lookAtThem(at, anybodys);
    await signIn(context, cookie);
    await lookAtThem(at, [...ours, ...inStates]);
    await context.close();
    expect(inStates).toHaveLength(lookAtAll ? states(sample).length : SOME_STATES.length);
    expect(seen).toHaveLength(anybodys.length + ours.length + inStates.length);
  });

  test("every page is served by its address", async () => {
    const { samples } = await settled!;
    const answers = Object.values(pagesIn(builtFolder))
      .flat()
      .map(async (page: string) => {
        const { status, headers } = await fetch(`${address()}${pageAddress(page, samples)}`);
        return [page, status, headers.get("content-type")];
      });
    const wrong = (await Promise.all(answers)).filter(
      ([, status, type]) => status !== 200 || !/html/.test(String(type)),
    );
    expect(wrong).toEqual([]);
    expect(answers.length).toBeGreaterThan(40);
  });

  test("has no axe violation of any impact, in light or dark", () => {
    expect(those(({ axe }) => axe.length > 0).map(({ name, axe }) => [name, axe])).toEqual([]);
  });

  test("fits a phone without horizontal scrolling", () => {
    expect(those(({ phoneWidth }) => phoneWidth > PHONE).map(({ name, phoneWidth }) => [name, phoneWidth])).toEqual([]);
  });

  test("truncates no badge and hides no table column on a phone", () => {
    expect(those(({ cut }) => cut.length > 0).map(({ name, cut }) => [name, cut])).toEqual([]);
  });

  test("has its own title and exactly one main landmark", () => {
    expect(those(({ title, mains }) => !/ · Winnow$/.test(title) || mains !== 1)).toEqual([]);
  });

  test("has prices in credits and the balance in points", () => {
    expect(those(({ credits }) => credits.length > 0).map(({ name, credits }) => [name, credits])).toEqual([]);
  });

  test("loads no more script than its budget: 149 kB for sign-up, 178 kB for the overview, 234 kB for the playground", () => {
    const heavy = those(({ name, script }) => script > (BUDGETS[name] ?? BUDGET));
    expect(heavy.map(({ name, script }) => [name, script])).toEqual([]);
    const measured = those(({ name, script }) => name in BUDGETS && script > 0);
    expect(measured.map(({ name }) => name).sort()).toEqual(Object.keys(BUDGETS).sort());
  });

  test("runs without errors and without violating its content security policy", () => {
    expect(faults).toEqual([]);
  });
});
