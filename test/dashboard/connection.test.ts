import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, loadPage, openPage, signUp } from "./browser.ts";
import { expectGoodLook } from "./look.ts";

const { page, newContext, stop } = browserSuite();
const AWAY = "Winnow cannot be reached. Trying again…";
const hotels = "/playground?operation=/api/stays/hotels/search";
const paths = ["/overview", "/requests?live=on", "/automation/runs", "/settings", "/mcp-setup", "/status"];

const banner = (at: Page, words: string) => at.locator(".connection-banner").getByText(words);
const gone = (at: Page) => at.locator(".connection-banner").waitFor({ state: "detached" });
const records = (at: Page) => at.locator("table[aria-rowcount]").getAttribute("aria-rowcount");

/** Opens a page in a tab of its own, without a mouse over it that would load other pages early. */
async function tab(path: string): Promise<Page> {
  const at = await page().context().newPage();
  await loadPage(at, path);
  return at;
}

async function withResult(): Promise<Page> {
  const at = await tab(hotels);
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText("View in history").waitFor();
  return at;
}

beforeAll(async () => {
  await signUp(page(), "ada@people.example");
});

test("eight open pages keep what they show while the service is away, stay in the app, and go on when it is back", async () => {
  const [leaving, staying] = [await withResult(), await withResult()];
  const others: Page[] = [];
  for (const path of paths) others.push(await tab(path));
  const all = [leaving, staying, ...others];
  const shown = await records(staying);
  const start = await stop();
  await Promise.all(all.map((at) => banner(at, AWAY).waitFor()));
  await others[1]!.getByText("Live (paused)").waitFor();
  await leaving.getByRole("link", { name: "Usage", exact: true }).click();
  await staying.getByRole("link", { name: "API reference" }).click();
  await staying.getByRole("tab", { name: "Map" }).click();
  expect([await records(leaving), new URL(staying.url()).pathname]).toEqual([shown, "/playground"]);
  await expectGoodLook(others[0]!);
  await start();
  await Promise.all(all.map(gone));
  await leaving.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
  await staying.getByRole("button", { name: "Next record" }).waitFor();
  await staying.getByRole("tab", { name: "Table" }).click();
  expect(await records(staying)).toBe(shown);
  await others[1]!.getByText("Live", { exact: true }).waitFor();
  await staying.getByRole("link", { name: "API reference" }).click();
  await staying.waitForURL(/\/docs/);
  await Promise.all(all.map((at) => at.close()));
}, 240_000);

test("a page that is reloaded while the service is away says so, and opens when it is back", async () => {
  const context = await newContext({ serviceWorkers: "allow" });
  const at = await context.newPage();
  await loadPage(at, "/status");
  await at.evaluate("navigator.serviceWorker.ready");
  const start = await stop();
  await at.reload();
  await at.getByRole("heading", { name: "Winnow cannot be reached" }).waitFor();
  await start();
  await at.getByRole("heading", { name: "Lodging search" }).waitFor();
  await context.close();
});

test("a browser without a network says so until it is back", async () => {
  const context = await newContext();
  const at = await context.newPage();
  await loadPage(at, "/status");
  await context.setOffline(true);
  await banner(at, "You are offline. What is shown may be out of date.").waitFor();
  await context.setOffline(false);
  await gone(at);
});

test("a page whose service has sent nothing for 8 seconds says that it waits", async () => {
  const at = await (await newContext()).newPage();
  await at.clock.install();
  await loadPage(at, "/sign-in");
  const held = Promise.withResolvers<void>();
  await at.route("**/status.json", async (route) => {
    await held.promise;
    await route.continue();
  });
  const sent = at.waitForRequest("**/status.json");
  await at.getByRole("link", { name: "Status", exact: true }).click();
  await sent;
  await at.clock.fastForward(8_000);
  await banner(at, "Winnow is slow to respond. Still waiting…").waitFor();
  held.resolve();
  await gone(at);
});

test("a page of an older version offers to load the new one", async () => {
  const at = await (await newContext()).newPage();
  await openPage(at, "/status");
  await at.route("**/sign-in", (route) => route.fulfill({ headers: { etag: 'W/"another"' } }));
  await banner(at, "Winnow was updated.").waitFor();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  await at.getByRole("link", { name: "Reload" }).click();
  await gone(at);
});
