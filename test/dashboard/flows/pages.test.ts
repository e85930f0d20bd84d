import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";

const { page, address } = browserSuite();
let at: Page;
let key: string;

const hotels = "/api/stays/hotels/search";

async function call(body: object): Promise<string> {
  const answer = await fetch(`${address()}${hotels}`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.headers.get("x-request-id")!;
}

beforeAll(async () => {
  at = page();
  await openPage(at, "/");
});

test("the landing page shows a call with its response, folds lookups under their source, and its cards open the playground", async () => {
  const [sent, received] = [
    at.getByRole("region", { name: "an example call" }),
    at.getByRole("region", { name: "an example response" }),
  ];
  expect(await sent.textContent()).toContain("curl ");
  expect(await received.textContent()).toContain('"@type"');
  const lodging = at.getByRole("region", { name: "Lodging search" });
  const lookup = lodging.getByRole("link", { name: /^Destinations by name/ });
  expect(await lookup.isVisible()).toBe(false);
  await lodging.getByText("2 lookups for valid values").click();
  expect(await lookup.isVisible()).toBe(true);
  await lodging.getByRole("link", { name: /^Hotels and other lodging/ }).click();
  // A visitor reaches the playground after signing in.
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  expect(new URL(at.url()).searchParams.get("next")).toBe(`/playground?operation=${encodeURIComponent(hotels)}`);
  key = await signUp(at, "ada@people.example");
});

test("comparing a run preselects the previous one with the same parameters, and formats prices", async () => {
  await call({ destination: "Lisbon", count: 5, checkin: "2030-11-20", checkout: "2030-11-24" });
  await call({ destination: "Porto", count: 5 });
  const now = await call({ destination: "Lisbon", count: 5, checkin: "2030-11-20", checkout: "2030-11-24", adults: 3 });
  await openPage(at, `/requests/${now}`);
  await at.getByRole("link", { name: "Compare" }).click();
  await at.getByRole("columnheader", { name: "Earlier run" }).waitFor();
  await at.getByRole("combobox", { name: "Compare with" }).click();
  await at.getByRole("option", { name: /Lisbon, 20–24 Nov/ }).click();
  const differences = at.getByRole("region", { name: "Differences" });
  await differences
    .getByText(/^\$[\d,.]+ → \$[\d,.]+$/)
    .first()
    .waitFor();
  expect(await differences.textContent()).not.toContain("@type");
});

test("a record has its name as the title, links to the records before and after, and API field names with their meaning", async () => {
  await openPage(at, "/requests?status=2");
  await at.getByRole("rowheader").getByRole("link").first().click();
  await at.getByRole("button", { name: "Open record 1", exact: true }).click();
  const drawer = at.getByRole("dialog");
  await drawer.getByText("Record 1 of 5").waitFor();
  const title = await drawer.getByRole("heading").first().textContent();
  const field = drawer.getByRole("rowheader").filter({ has: at.locator("code", { hasText: /^review$/ }) });
  expect(await field.textContent()).toMatch(/^Reviewreview · \w+/);
  await drawer.getByRole("button", { name: "Next" }).click();
  await drawer.getByText("Record 2 of 5").waitFor();
  expect(await drawer.getByRole("heading").first().textContent()).not.toBe(title);
  await drawer.getByRole("button", { name: "Previous" }).click();
  await drawer.getByText("Record 1 of 5").waitFor();
});

test("latency is drawn by operation, with the same date on the axis and in the tooltip", async () => {
  await openPage(at, "/usage?days=7&show=latency");
  const chart = at.getByRole("region", { name: /choose with the arrow keys/ });
  await chart.focus();
  await at.keyboard.press("End");
  const tooltip = at.locator(".chart-tooltip");
  await tooltip.getByText("stays/hotels/search").waitFor();
  const title = (await tooltip.locator("p").first().textContent())!;
  expect(await chart.locator("text").allTextContents()).toContain(title.replace(/ \d{4}$/, ""));
});

test("the status page shows on how many days its uptime was measured", async () => {
  await openPage(at, "/status");
  await at
    .getByText(/^100\.00% uptime, measured on 1 of 90 days$/)
    .first()
    .waitFor();
  expect(await at.getByText("No uptime measured yet").count()).toBeGreaterThan(0);
});

test("the command palette switches the theme, creates a key, runs an operation and signs out", async () => {
  const choose = async (words: string, name: string | RegExp) => {
    await at.keyboard.press("Control+k");
    await at.getByRole("combobox", { name: "Go to" }).fill(words);
    await at.getByRole("option", { name }).first().waitFor();
    await at.keyboard.press("Enter");
    await at.getByRole("combobox", { name: "Go to" }).waitFor({ state: "detached" });
  };
  await openPage(at, "/overview");
  await choose("dark", "Switch to dark theme");
  await at.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: "attached" });
  await choose("light theme", "Switch to light theme");
  await choose("new key", "New key");
  await at.getByRole("button", { name: "Create key" }).waitFor();
  await choose("new schedule", "New schedule");
  await at.getByRole("heading", { name: "New schedule", level: 1 }).waitFor();
  await choose("run: hotels", /^Run: Hotels/);
  await at.getByRole("button", { name: "Run", exact: true }).waitFor();
  await choose("sign out", "Sign out");
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  await openPage(at, "/overview");
  await at.getByRole("button", { name: "Sign in" }).waitFor();
});
