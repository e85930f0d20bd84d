import { beforeAll, describe, expect, test } from "vitest";
import { browserSuite, openNewestMail, openPage, signUp } from "./browser.ts";
import { lookAt, PHONE } from "./look.ts";

const { page, address } = browserSuite({ environment: { ADMIN_EMAIL: "ada@people.example" } });

const open = ["/", "/sign-up", "/sign-in", "/forgot-password", "/reset-password?token=x", "/status", "/outbox"];
const own = ["/overview", "/keys", "/usage", "/requests", "/playground", "/mcp-setup", "/plans", "/account"];
const admin = ["/admin/people", "/admin/keys", "/admin/requests", "/admin/sources", "/admin/incidents", "/admin/audit"];
const detail: string[] = [];
const faults: string[] = [];

/** The pages that people come to first, and the most script that these and all others may load, packed. */
const FIRST = ["/", "/sign-in", "/sign-up", "/overview"];
const MOST_AT_FIRST = 200_000;
const MOST_SCRIPT = 270_000;

beforeAll(async () => {
  const at = page();
  at.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text()))
      faults.push(message.text());
  });
  at.on("pageerror", (error) => faults.push(error.message));
  const key = await signUp(at, "ada@people.example");
  await openNewestMail(at);
  await at.getByText("your address is confirmed").waitFor();
  const answer = await fetch(`${address()}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "koffiezetapparaat", count: 5 }),
  });
  await answer.arrayBuffer();
  detail.push(`/requests/${answer.headers.get("x-request-id")}`);
  const refused = await fetch(`${address()}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "koffiezetapparaat", count: 0 }),
  });
  await refused.arrayBuffer();
  detail.push(`/requests/${refused.headers.get("x-request-id")}`);
  await at.goto("/keys");
  detail.push(new URL((await at.getByRole("link", { name: "First key" }).getAttribute("href"))!, address()).pathname);
  await at.goto("/admin/people");
  detail.push(
    new URL((await at.getByRole("rowheader").getByRole("link").last().getAttribute("href"))!, address()).pathname,
  );
});

/** Bytes on the wire of every script so far, also of those that the browser had kept. */
const PACKED_SCRIPT = `performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith(".js"))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

/** What one visit shows about a page. */
interface Seen {
  path: string;
  script: number;
  axe: string[];
  phoneWidth: number;
  title: string;
  mains: number;
}

/** One load a page: everything is looked at on it, since loading is what takes the time. */
async function look(path: string): Promise<Seen> {
  const at = page();
  await at.setViewportSize({ width: 1280, height: 860 });
  await at.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await openPage(at, path);
  const script = (await at.evaluate(PACKED_SCRIPT)) as number;
  const { axe, phoneWidth } = await lookAt(at);
  return {
    path,
    script,
    axe,
    phoneWidth,
    title: await at.title(),
    mains: await at.getByRole("main").count(),
  };
}

describe("every page", () => {
  const seen: Seen[] = [];

  beforeAll(async () => {
    for (const path of [...open, ...own, ...admin, ...detail]) seen.push(await look(path));
  });

  const those = (wrong: (page: Seen) => boolean) => seen.filter(wrong);

  test("was looked at", () => {
    expect(seen).toHaveLength(open.length + own.length + admin.length + detail.length);
  });

  test("has nothing for axe, nor too little contrast in dark", () => {
    expect(those(({ axe }) => axe.length > 0).map(({ path, axe }) => [path, axe])).toEqual([]);
  });

  test("fits a phone without scrolling sideways", () => {
    expect(those(({ phoneWidth }) => phoneWidth > PHONE).map(({ path, phoneWidth }) => [path, phoneWidth])).toEqual([]);
  });

  test("has a title of its own and one main part", () => {
    expect(those(({ title, mains }) => !/ · Winnow$/.test(title) || mains !== 1)).toEqual([]);
  });

  test("loads at most 200 kB of packed script where people come first, and 270 kB anywhere", () => {
    const first = those(({ path, script }) => FIRST.includes(path) && script > MOST_AT_FIRST);
    expect(first.map(({ path, script }) => [path, script])).toEqual([]);
    expect(Math.max(...seen.map(({ script }) => script))).toBeGreaterThan(100_000);
    expect(those(({ script }) => script > MOST_SCRIPT).map(({ path, script }) => [path, script])).toEqual([]);
  });

  test("ran without an error of its own and without asking for what its policy forbids", () => {
    expect(faults).toEqual([]);
  });
});
