import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";

const { page } = browserSuite();
let at: Page;

beforeAll(async () => {
  at = page();
  await signUp(at, "ada@people.example");
});

const hotels = (body: object) =>
  `/playground?${new URLSearchParams({ operation: "/api/stays/hotels/search", body: JSON.stringify(body) })}`;

test("a field is found by one of its values; a run shows the site's total, and becomes a schedule or a watch", async () => {
  await openPage(at, hotels({ destination: "Lisbon", count: 5 }));
  await at.getByLabel("Find a field").fill("pool");
  await at.getByText(/^[1-9]\d* matching fields?$/).waitFor();
  await at.getByLabel("Find a field").fill("");
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText(/^The site has [\d,]+ results\.$/).waitFor();
  await at.getByRole("link", { name: "Watch" }).click();
  await at.getByRole("heading", { name: "New schedule", level: 1 }).waitFor();
  await expect.poll(() => at.getByLabel("Name").inputValue()).toBe("Watch: Lisbon");
  expect(await at.getByRole("combobox", { name: "When" }).inputValue()).toBe("Every hour");
  // The form is filled in with the call that ran.
  expect(await at.getByRole("textbox", { name: "Count" }).inputValue()).toBe("5");
  await at.getByRole("textbox", { name: "Count" }).fill("3");
  await at.getByRole("button", { name: "Save schedule" }).click();
  await at.getByTestId("api-key").waitFor();
  await at.getByText("No changes yet").waitFor();
});

test("a batch of one call is filled in, priced and started without a file", async () => {
  await openPage(at, "/automation/batches/new?operation=/api/nlretail/products/search");
  await at.getByText("One call", { exact: true }).click();
  await at.getByLabel("Keyword").fill("koffiezetapparaat");
  await at.getByRole("textbox", { name: "Count" }).fill("2");
  await at.getByRole("button", { name: "Check price" }).click();
  await at.getByRole("heading", { name: /^1 call, at most \d+ points$/ }).waitFor();
  await at.getByRole("button", { name: "Start batch" }).click();
  await at.getByText("Finished").waitFor();
});
