import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";
import { expectGoodLook } from "../look.ts";

const { page, address } = browserSuite({
  sourcesFolder: join(import.meta.dirname, "../automation-sources"),
});

let schedule: string;

beforeAll(async () => {
  const key = await signUp(page(), "ada@people.example");
  const answer = await fetch(`${address()}/schedules`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({
      ...{ operation: "shelf/things", name: "The moving shelf", request: { shelf: "moving watch", count: 20 } },
      ...{ cron: "0 7 1 1 *", track: ["price"] },
    }),
  });
  schedule = ((await answer.json()) as { id: string }).id;
});

test("a watch shows what moved, makes a rule from a value, shows when it fires, and draws a record's history", async () => {
  const at = page();
  await openPage(at, `/automation/schedules/${schedule}`);
  const run = async (spent: RegExp) => {
    await at.getByRole("button", { name: "Run now" }).click();
    await at.getByRole("definition").filter({ hasText: spent }).waitFor();
  };
  await at.getByText("No listed record has changed.").waitFor();
  await run(/^3 points$/);
  await run(/^6 points$/);
  const movers = at.getByRole("table", { name: "Biggest movers" });
  await movers.getByRole("row", { name: /Lamp 49 48.* -2\.0%/ }).waitFor();

  await movers.getByRole("button", { name: "48: new rule from this value" }).click();
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
