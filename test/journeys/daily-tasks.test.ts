import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillSignUp, openBrowser, printedAddress } from "../support/journeys/browser.ts";
import { commonWords } from "../support/journeys/common-words.ts";
import { StartedService } from "../support/journeys/started-service.ts";

/** Fifty words for which the stand-in of the first operation has businesses. */
const words = commonWords[0]![2].map((word) => (word === "car wash" ? "Plumbers" : word));

/** The values of a workbook's column, by its heading. */
function columnOf(workbook: Buffer, heading: string): string[] {
  const files = unzipSync(workbook);
  const strings = [...strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array()).matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
  const rows = strFromU8(files["xl/worksheets/sheet1.xml"]!).split("<row ").slice(1);
  const cells = rows.map((row) =>
    [...row.matchAll(/<c ([^>]*)>.*?<(?:v|t)[^>]*>([^<]*)</g)].map(([, kind, value]) =>
      kind!.includes('t="s"') ? strings[Number(value)]![1]! : value!,
    ),
  );
  const at = cells[0]!.indexOf(heading);
  return cells.slice(1).map((row) => row[at]!);
}

test("one person's ten usual tasks take five clicks or fewer each, among them 50 pasted words that come back as a workbook", async () => {
  const service = await StartedService.start("sqlite");
  const at: Page = await openBrowser();
  const taken: Record<string, number> = {};
  let task = "";
  const click = async (...targets: Locator[]) => {
    for (const target of targets) {
      taken[task]! += 1;
      await target.click();
    }
  };
  const begin = (name: string) => {
    task = name;
    taken[name] = 0;
  };
  const link = (name: string, exact = true) => at.getByRole("link", { name, exact }).first();
  const button = (name: string) => at.getByRole("button", { name, exact: true }).first();

  begin("sign up and see a first result");
  await at.goto(printedAddress(service, "Dashboard"));
  await click(link("Create an account"));
  await fillSignUp(at, "ada@people.example");
  taken[task]! += 1; // Its button.
  await at.getByRole("heading", { name: "Your new key: First key" }).waitFor();
  await click(link("Playground"));
  const asked = await at.getByLabel("Keyword").inputValue();
  await click(button("Run"));
  await at.getByText("points charged").waitFor();

  begin("download the records as a workbook");
  const started = at.waitForEvent("download");
  await click(button("Download"), at.getByRole("menuitem", { name: "XLSX" }));
  expect((await started).suggestedFilename()).toMatch(/\.xlsx$/);

  begin("watch a price");
  await click(link("Watch"), button("Start watching"));
  await at
    .getByRole("table", { name: "Last runs" })
    .getByRole("row", { name: /Succeeded/ })
    .waitFor();

  begin("make a key");
  await click(link("Keys"), button("Create key"));
  await at.getByRole("heading", { name: /^Your new key: Key/ }).waitFor();
  await button("Done").click();

  begin("repeat an earlier call");
  await click(link("Requests"), at.getByRole("link", { name: "Run again" }).last(), button("Run"));
  await at.getByText("points charged").waitFor();

  begin("find an old call");
  await at.keyboard.press("Control+k");
  await at.getByRole("combobox", { name: "Go to" }).fill(asked);
  await click(at.getByRole("option", { name: /request$/ }).first());
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();

  begin("see what was spent");
  await click(link("Usage"), at.locator("label").filter({ hasText: /^Points$/ }));
  await at.getByRole("region", { name: "Points by day", exact: true }).waitFor();

  begin("add a webhook");
  await click(link("Deliveries"));
  await at.getByLabel("URL").fill("https://hooks.example.com/winnow");
  await click(button("Add webhook"));
  await at.getByRole("heading", { name: "Webhook secret" }).waitFor();
  await button("Done").click();

  begin("run a pasted list");
  await click(link("Runs"), link("New batch"));
  await at.getByLabel("Paste a list or a table").fill(words.join("\n"));
  await at.getByRole("textbox", { name: "Count" }).fill("1");
  await click(button("Check price"), button("Start batch"));
  // A plan's rate makes fifty calls take minutes.
  await at.getByText("50 of 50").waitFor({ timeout: 500_000 });
  const whole = at.waitForEvent("download");
  await button("Download").click();
  await at.getByRole("menuitem", { name: "XLSX" }).click();
  const lines = new Set(columnOf(await readFile(await (await whole).path()), "@line"));
  expect(words.filter((_, at) => !lines.has(String(at + 1)))).toEqual([]);

  await link("outbox").click();
  await at.getByRole("article").first().getByRole("link").click();
  await at.getByText("Your address is confirmed").waitFor();
  await link("Open the dashboard").click();
  begin("invite a colleague");
  await click(
    button("Your menu"),
    at.getByRole("menuitem", { name: "Settings" }),
    at.getByText("This account", { exact: true }),
  );
  await at.getByLabel("Name of the new account").fill("Shop");
  await click(button("Create account"));
  await at.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
  await at.getByLabel("Email").fill("bob@people.example");
  await click(button("Invite"));
  await at.getByText("Invitation sent.").waitFor();

  console.table(taken);
  expect(Object.keys(taken)).toHaveLength(10);
  expect(Object.entries(taken).filter(([, clicks]) => clicks > 5)).toEqual([]);
});
