import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerTo, fillSignUp, openBrowser, printedAddress, shownLine } from "../support/journeys/browser.ts";
import { StartedService } from "../support/journeys/started-service.ts";

/** Every address in records. */
const linksIn = (records: unknown): string[] => [
  ...new Set([...JSON.stringify(records).matchAll(/"(https?:[^"]+)"/g)].map(([, link]) => link!)),
];

async function ranWatch(at: Page, runs: number): Promise<void> {
  const succeeded = at.getByRole("table", { name: "Last runs" }).getByRole("row", { name: /Succeeded/ });
  await succeeded.nth(runs - 1).waitFor();
}

test("a newcomer gets points, a key and records from what the start prints, and a restart changes nothing", async () => {
  const service = await StartedService.start("sqlite");
  const printed = /curl -X POST [\s\S]*? -d '.*'/.exec(service.printed)![0];
  expect(await answerTo(service, printed)).toHaveLength(20);

  const at = await openBrowser();
  await at.goto(printedAddress(service, "Dashboard"));
  await at.getByRole("link", { name: "Create an account" }).click();
  await at.getByText("You get 1,000 points and your first key.").waitFor();
  await fillSignUp(at, "ada@people.example");
  await at.getByRole("heading", { name: "Your new key: First key" }).waitFor();
  await at.getByRole("link", { name: "1,000 points" }).waitFor();
  const own = await shownLine(at);
  const links = linksIn(await answerTo(service, own));
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);

  await at.getByRole("link", { name: "outbox" }).click();
  await at.getByRole("article").first().getByRole("link").click();
  await at.getByText("Your address is confirmed").waitFor();
  await at.getByRole("link", { name: "Open the dashboard" }).click();
  await at.getByRole("heading", { name: "Overview", level: 1 }).waitFor();

  await at.getByRole("link", { name: "Playground" }).first().click();
  await at.getByRole("button", { name: "Run", exact: true }).click();
  const history = at.getByRole("link", { name: "View in history" });
  await history.waitFor();
  const request = new URL((await history.getAttribute("href"))!, at.url()).href;
  await at.getByRole("link", { name: "Watch", exact: true }).click();
  await at.getByRole("button", { name: "Start watching" }).click();
  await ranWatch(at, 1);
  const watch = at.url();

  await service.restart();
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  expect(linksIn(await answerTo(service, own))).toEqual(links);
  await at.goto(request);
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  await at.goto(watch);
  await at.getByRole("button", { name: "Run now" }).click();
  await ranWatch(at, 2);
  await at.getByRole("table", { name: "Last runs" }).getByRole("cell", { name: "No changes" }).waitFor();
});
