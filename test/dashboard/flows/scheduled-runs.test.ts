import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../support/jobs/receiver.ts";
import { browserSuite, openNewestMail, openPage, signUp } from "../browser.ts";
import { expectGoodLook } from "../look.ts";

const { page, address } = browserSuite({
  sourcesFolder: join(import.meta.dirname, "../automation-sources"),
  environment: { WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
});

let schedule: string;
let storage: Receiver;

beforeAll(async () => {
  storage = await startReceiver();
  const key = await signUp(page(), "ada@people.example");
  const answer = await fetch(`${address()}/schedules`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({
      operation: "shelf/things",
      name: "The moving shelf",
      request: { shelf: "moving watch", count: 20 },
      cron: "0 7 1 1 *",
      track: ["price"],
    }),
  });
  schedule = ((await answer.json()) as { id: string }).id;
});
afterAll(() => storage.close());

test("a watch shows what moved, makes a rule from a value, shows when it fires, and draws a record's history", async () => {
  const at = page();
  await openPage(at, `/automation/schedules/${schedule}`);
  const run = async (spent: RegExp) => {
    await at.getByRole("button", { name: "Run now" }).click();
    await at.getByRole("definition").filter({ hasText: spent }).waitFor();
  };
  await at.getByText("Values appear here after the first run.").waitFor();
  await run(/^3 points$/);
  const tracked = at.getByRole("table", { name: "Tracked records" });
  await tracked.getByRole("row", { name: /^Lamp 49: new rule from this value\s+– 49 49/ }).waitFor();
  await run(/^6 points$/);
  await tracked.getByRole("row", { name: /^Lamp 48: new rule from this value -2\.0% 49 48 49/ }).waitFor();
  await tracked.getByRole("img", { name: "49, 48" }).waitFor();

  await tracked.getByRole("button", { name: "48: new rule from this value" }).click();
  const dialog = at.getByRole("dialog", { name: "New rule" });
  expect(await dialog.getByLabel("Value").inputValue()).toBe("48");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await at.getByText("price goes below 48").waitFor();
  await run(/^9 points$/);
  const fired = at.getByRole("table", { name: "Rules that fired" });
  await fired.getByRole("row", { name: /Lamp price goes below 48 48 47/ }).waitFor();

  await fired.getByRole("link", { name: "Lamp" }).click();
  const history = at.getByRole("region", { name: "History of a record" });
  await history.getByRole("heading", { name: "Lamp" }).waitFor();
  expect(await history.getByRole("table", { name: "Values" }).getByRole("row").count()).toBe(4);
  await history.getByRole("region", { name: /price over time/ }).waitFor();
  const [file] = await Promise.all([at.waitForEvent("download"), history.getByRole("button", { name: "CSV" }).click()]);
  expect(file.suggestedFilename()).toBe("history.csv");
  await expectGoodLook(at);

  await at.getByRole("button", { name: "Delete the rule: price goes below 48" }).click();
  await at.getByText("No rules yet.").waitFor();
});

test("a watch is four clicks from a result, runs at once, and mails when a price has fallen", async () => {
  const at = page();
  await openNewestMail(at, "to ada@people.example");
  await at.getByText("Your address is confirmed").waitFor();
  const body = JSON.stringify({ shelf: "sale of the four clicks", count: 5 });
  await openPage(at, `/playground?${new URLSearchParams({ operation: "/api/shelf/things", body })}`);
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText("View in history").waitFor();

  let clicks = 0;
  const click = (target: Locator) => {
    clicks += 1;
    return target.click();
  };
  await click(at.getByRole("link", { name: "Watch", exact: true }));
  const sentence = at.getByRole("form", { name: "The watch" });
  await sentence.getByText("by mail to ada@people.example.").waitFor();
  expect(await sentence.getByRole("combobox", { name: "Field" }).inputValue()).toBe("price");
  expect(await sentence.getByRole("combobox", { name: "Condition" }).inputValue()).toBe("falls by … %");
  expect(await sentence.getByRole("textbox", { name: "Value" }).inputValue()).toBe("10 %");
  await expectGoodLook(at);
  await click(sentence.getByRole("button", { name: "Start watching" }));
  await at.getByText("price falls by 10 %").waitFor();
  expect(clicks).toBeLessThanOrEqual(4);
  // Nobody pressed "Run now".
  await at
    .getByRole("table", { name: "Tracked records" })
    .getByRole("row", { name: /^Lamp 32/ })
    .waitFor();

  await at.getByRole("button", { name: "Run now" }).click();
  await at
    .getByRole("table", { name: "Rules that fired" })
    .getByRole("row", { name: /Lamp price falls by 10 %/ })
    .waitFor();
  const watch = new URL(at.url()).pathname;
  await openNewestMail(at, "price falls by");
  await at.getByRole("heading", { name: /^Watch: / }).waitFor();
  expect(new URL(at.url()).pathname).toBe(watch);
});

test("a new watch is daily, its budget says how many runs it allows, and for how many days the points last", async () => {
  const at = page();
  await openPage(at, "/automation/schedules/new?operation=/api/shelf/things&watch=on");
  expect(await at.getByRole("combobox", { name: "When" }).inputValue()).toMatch(/^Every day/);
  const budget = at.getByLabel("Monthly budget");
  await expect.poll(() => budget.inputValue()).toBe("90");
  await at.getByText("Allows 30 runs of at most 3 points in a month, then pauses.").waitFor();
  await at.getByRole("combobox", { name: "When" }).click();
  await at.getByRole("option", { name: /hour/ }).click();
  await at.getByText(/^Your points last \d+ days\.$/).waitFor();
});

test("a destination never shows its secret again, receives a test file and the file of a scheduled run, and is deleted after a confirmation", async () => {
  const at = page();
  await openPage(at, "/automation/deliveries");
  await at.getByText("No destinations yet").waitFor();
  const form = at.getByRole("form", { name: "New destination" });
  const fields = { Name: "Data lake", Endpoint: `http://127.0.0.1:${storage.port}`, Bucket: "lake" };
  const keys = { "Access key ID": "KEY", "Secret access key": "the secret of the storage" };
  for (const [label, value] of Object.entries({ ...fields, ...keys })) {
    await form.getByRole("textbox", { name: label }).fill(value);
  }
  await form.getByRole("button", { name: "Add destination" }).click();
  const card = at.getByRole("article", { name: "Destination Data lake" });
  await card.waitFor();
  expect(await at.content()).not.toContain("the secret of the storage");
  await expectGoodLook(at);
  await card.getByRole("button", { name: "Upload test file" }).click();
  await at.getByRole("article", { name: "file.test delivered" }).waitFor();
  expect(storage.received.map(({ path }) => path)).toEqual(["/lake/winnow/winnow-test.txt"]);

  await openPage(at, "/automation/schedules/new?operation=/api/shelf/things");
  await at.getByRole("combobox", { name: "Destination" }).click();
  await at.getByRole("option", { name: "Data lake" }).click();
  await at.getByRole("button", { name: "Save schedule" }).click();
  await at.getByRole("button", { name: "Run now" }).click();
  await at.getByRole("link", { name: "Succeeded" }).waitFor();

  await openPage(at, "/automation/deliveries");
  await card.getByRole("link", { name: "Deliveries" }).click();
  await at.getByRole("article", { name: "file delivered" }).waitFor();
  expect(storage.received[1]!.path).toMatch(/^\/lake\/winnow\/.*\.ndjson$/);
  await at.getByRole("link", { name: "All destinations" }).click();
  await card.getByRole("button", { name: "Delete" }).click();
  await at.getByRole("dialog").getByRole("button", { name: "Delete destination" }).click();
  await at.getByText("No destinations yet").waitFor();
});
