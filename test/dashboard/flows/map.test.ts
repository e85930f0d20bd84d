import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";

async function openMap(at: Page, address: string): Promise<void> {
  const key = await signUp(at, "ada@people.example");
  const answer = await fetch(`${address}/api/stays/hotels/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ destination: "Lisbon", count: 25 }),
  });
  await answer.arrayBuffer();
  await openPage(at, `/requests/${answer.headers.get("x-request-id")}`);
  await at.getByRole("tab", { name: "Map" }).click();
  await at.locator(".map-point, .map-cluster").first().waitFor();
}

describe("without tiles", () => {
  const { page, address } = browserSuite();

  test("records are clusters and points over an outline, with a note that tiles are off; map and grid share their selection", async () => {
    const at = page();
    await openMap(at, address());
    await at.getByText("map tiles are off").waitFor();
    await at.locator(".map-land[d]").first().waitFor({ state: "attached" });
    const clusters = () => at.locator(".map-cluster").count();
    const before = await clusters();
    await at.locator(".map-cluster").first().click();
    await expect.poll(clusters).toBeLessThan(before);

    const card = at.getByRole("article", { name: "Selected record" });
    await at.locator(".map-point").first().click();
    const name = (await card.locator("p").first().textContent())!;
    const marked = at.locator(".grid-under-map tr[aria-current]");
    await expect.poll(() => marked.textContent()).toContain(name);

    await at.getByRole("button", { name: "Next record" }).click();
    await card.getByText(name, { exact: true }).waitFor({ state: "detached" });
    await at.locator(".grid-under-map tr").filter({ hasText: name }).getByRole("button").first().focus();
    await card.getByText(name, { exact: true }).waitFor();
    await card.getByRole("button", { name: "Open record" }).click();
    await at.getByRole("dialog").waitFor();
  });
});

describe("with the operator's tiles", () => {
  const tiles = "http://tiles.example.test";
  const { page, address } = browserSuite({
    environment: { MAP_TILES: `${tiles}/{z}/{x}/{y}.png`, MAP_ATTRIBUTION: "© Map makers" },
  });

  test("the map is drawn on them and names their makers", async () => {
    const at = page();
    const asked: string[] = [];
    await at.route(`${tiles}/**`, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 204, contentType: "image/png", body: "" });
    });
    await openMap(at, address());
    await at.getByText("© Map makers").waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
    expect(await at.locator(".map-land").count()).toBe(0);
  });
});
