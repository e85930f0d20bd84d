import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";

const { page } = browserSuite();
let at: Page;

beforeAll(async () => {
  at = page();
  await signUp(at, "ada@people.example");
});

const hotels = `/playground?${new URLSearchParams({ operation: "/api/stays/hotels/search" })}`;

test("Ctrl+K opens the palette while a field has the focus; choosing the current option keeps it", async () => {
  await openPage(at, hotels);
  await at.getByRole("textbox", { name: "Count" }).click();
  await at.keyboard.press("Control+k");
  await at.getByRole("combobox", { name: "Go to" }).waitFor();
  await at.keyboard.press("Escape");
  await at.getByRole("combobox", { name: "Go to" }).waitFor({ state: "detached" });
  const destination = at.getByRole("combobox", { name: "Destination" }).first();
  const chosen = await destination.inputValue();
  await destination.click();
  await at
    .getByRole("option", { name: new RegExp(`^${chosen}`) })
    .first()
    .click();
  expect(await destination.inputValue()).toContain(chosen);
});

test("Run shows that it is running, and a failed call links to its request", async () => {
  await openPage(at, "/playground");
  await at.getByLabel("Keyword").fill("");
  const held = Promise.withResolvers<void>();
  await at.route("**/playground/run", (route) => held.promise.then(() => route.continue()));
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByRole("button", { name: "Running…" }).waitFor();
  held.resolve();
  await at.getByText("nothing was charged").waitFor();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  await at.getByRole("link", { name: "View in history" }).click();
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
});

test("a status typed into the URL is understood; a missing page offers no retry", async () => {
  await openPage(at, "/requests?status=4xx");
  await at.getByRole("table", { name: "Requests" }).waitFor();
  expect(await at.getByRole("combobox", { name: "Status" }).inputValue()).toBe("Client error (4xx)");
  for (const path of ["/keys/none", "/automation/jobs/none", "/requests/none"]) {
    await openPage(at, path);
    await at.getByRole("heading", { name: "Not found" }).waitFor();
    expect(await at.getByRole("button", { name: "Try again" }).count()).toBe(0);
  }
});

test("a wrong password is reported at its field", async () => {
  await openPage(at, "/account");
  await at.getByLabel("Current password").fill("not the right one");
  await at.getByLabel("New password").fill("another horse battery");
  await at.getByRole("button", { name: "Change password" }).click();
  await at.locator("form").getByText("The current password is not right.").waitFor();
});

test("a member who was signed out in another tab returns to the page after signing in; an expired link is reported before a new password is chosen", async () => {
  await openPage(at, "/account");
  await at.context().clearCookies();
  await at.getByRole("button", { name: "Save name" }).click();
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  expect(new URL(at.url()).searchParams.get("next")).toBe("/account");
  await openPage(at, "/reset-password?token=x");
  await at.getByRole("heading", { name: "This link no longer works" }).waitFor();
});

test("a phone shows points, reference, status and the result of a run; a printed page has no menus", async () => {
  await at.setViewportSize({ width: 390, height: 844 });
  await openPage(at, "/");
  await at.getByRole("link", { name: "API reference", exact: true }).waitFor();
  await at.getByRole("link", { name: "Status", exact: true }).waitFor();
  await signUp(at, "grace@people.example");
  await openPage(at, hotels);
  await at.getByRole("link", { name: "1,000 points" }).waitFor();
  await at.getByRole("button", { name: "Run", exact: true }).click();
  const cost = at.getByText("View in history");
  await cost.waitFor();
  expect(await cost.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(844);
  await at.emulateMedia({ media: "print" });
  expect(await at.locator(".shell-bar").first().isVisible()).toBe(false);
});
