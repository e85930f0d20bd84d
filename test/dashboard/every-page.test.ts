import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { browserSuite, loadPage, openPage } from "./browser.ts";
import { type Look, lookAt, lookAtAll, ON_DESKTOP, ON_PHONE, PHONE, type Scheme } from "./look.ts";
import { type State, states } from "./states.ts";

const { address, running, newContext } = browserSuite({ environment: { ADMIN_EMAIL: "ada@people.example" } });

const open = ["/", "/sign-up", "/sign-in", "/forgot-password", "/reset-password?token=x", "/verify-email?token=x"];
const anybody = [...open, "/status", "/outbox", "/no-such-page"];
const own = ["/overview", "/keys", "/usage", "/requests", "/playground", "/mcp-setup"];
const variants = lookAtAll ? ["/usage?show=latency&days=1"] : [];
const more = ["/plans", "/account", "/requests/compare", "/automation/schedules", "/automation/jobs?status=failed"];
const admin = ["/admin/people", "/admin/keys", "/admin/requests", "/admin/sources", "/admin/incidents", "/admin/audit"];

/** The usual landing pages, and how many compressed bytes of script these and all other pages may load. */
const FIRST = ["/", "/sign-in", "/sign-up", "/overview"];
const MOST_AT_FIRST = 200_000;
const MOST_SCRIPT = 270_000;

/** Each scheme has half of the pages. `npm run test:pages` checks all pages in both. */
const SCHEMES: Scheme[] = ["light", "dark"];

/** The states that differ most. `npm run test:pages` checks all of them, and loads every page from its own URL. */
const SOME_STATES = [
  "an address being confirmed",
  "the command palette",
  "records in a table, with the columns' menu",
  "one record",
  "a new key",
];

/** Compressed size of all scripts loaded so far, cached ones included; each file counts once. */
const PACKED_SCRIPT = `[...new Map(performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith(".js"))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])).values()].reduce((sum, size) => sum + size, 0)`;

/** What one visit found on a page, or on a state of it. */
interface Seen extends Look {
  name: string;
  /** Zero if the page was reached from another one, whose scripts would count as well. */
  script: number;
  title: string;
  mains: number;
}

/** Creates a user with a key, a confirmed address and calls that succeeded and failed; returns the pages of all that. */
async function settleIn(): Promise<{ visitor: Visitor; pages: string[] }> {
  const visitor = new Visitor(running());
  const { api_key, me } = await visitor.signUp("ada@people.example");
  await visitor.confirm("ada@people.example");
  const call = async (count: number) => {
    const answer = await fetch(`${address()}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": api_key, "content-type": "application/json" },
      body: JSON.stringify({ keyword: "koffiezetapparaat", count }),
    });
    await answer.arrayBuffer();
    return `/requests/${answer.headers.get("x-request-id")}`;
  };
  const calls = [await call(5), ...(lookAtAll ? [await call(0)] : [])];
  const { keys } = (await visitor.get("/keys")).body;
  return { visitor, pages: [...calls, `/keys/${keys[0].id}`, `/admin/people/${me.id}`] };
}

async function signIn(context: BrowserContext, visitor: Visitor): Promise<void> {
  const cookies = visitor.cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: address() };
  });
  await context.addCookies(cookies);
}

/** Created once, even if CI retries the test. */
let settled: ReturnType<typeof settleIn> | undefined;

describe("every page", () => {
  const seen: Seen[] = [];
  const faults: string[] = [];

  /** Checks everything in one visit, because getting to a page takes most of the time. */
  async function look(at: Page, scheme: Scheme, { path, name = path, act }: State): Promise<Seen> {
    const loads = lookAtAll || FIRST.includes(name);
    await at.setViewportSize(act || lookAtAll ? ON_DESKTOP : ON_PHONE);
    await (loads ? loadPage(at, path) : openPage(at, path));
    const script = loads ? ((await at.evaluate(PACKED_SCRIPT)) as number) : 0;
    await act?.(at);
    const title = await at.title();
    const mains = await at.locator("main").count();
    const found = await lookAt(at, scheme);
    // Closes the dialog or menu that the state opened.
    if (act) await at.keyboard.press("Escape");
    return { name, script, ...found, title, mains };
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

  test("is visited, and so are its states", async () => {
    for (const list of [seen, faults]) list.length = 0;
    settled ??= settleIn();
    const { visitor, pages } = await settled;
    const ours = asVisits([...own, ...variants, ...more, ...admin, ...pages]);
    const inStates = states(pages[0]!).filter(
      ({ name }) => lookAtAll || SOME_STATES.some((some) => name!.startsWith(some)),
    );
    const context = await newContext();
    const at = await openTab(context);
    await lookAtThem(at, asVisits(anybody));
    await signIn(context, visitor);
    await lookAtThem(at, [...ours, ...inStates]);
    await context.close();
    expect(inStates).toHaveLength(lookAtAll ? states("").length : SOME_STATES.length);
    expect(seen).toHaveLength(anybody.length + ours.length + inStates.length);
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

  test("loads at most 200 kB of compressed script on landing pages, and 270 kB anywhere", () => {
    const first = those(({ name, script }) => FIRST.includes(name) && script > MOST_AT_FIRST);
    expect(first.map(({ name, script }) => [name, script])).toEqual([]);
    expect(Math.max(...seen.map(({ script }) => script))).toBeGreaterThan(100_000);
    expect(those(({ script }) => script > MOST_SCRIPT).map(({ name, script }) => [name, script])).toEqual([]);
  });

  test("runs without errors and without violating its content security policy", () => {
    expect(faults).toEqual([]);
  });
});
