import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { goOf } from "../../dashboard/src/keys/snippets.ts";
import { totpNow } from "../security/support/totp.ts";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { ensureProgram, go } from "../support/programs.ts";
import { browserSuite, openNewestMail, openPage, signUp } from "./browser.ts";

const { page, address, running, newContext } = browserSuite();

/**
 * Operations with up to three filters each, and a check that holds for every record they return. `npm run test:flows` runs
 * all of them; `npm test` runs the first.
 */
type Filtered = [path: string, body: Record<string, unknown>, chips: string[], holds: (record: any) => boolean];

const operations: Filtered[] = [
  [
    "/api/ruretail/products/search",
    { query: "ноутбук", count: 5, sort: "price_asc", min_rating: "4.5", price_max: 200_000 },
    ["Sort: Price asc", "Min rating: 4.5", "Price max: 200,000"],
    ({ price, rating }) => price <= 200_000 && rating >= 4.5,
  ],
  [
    "/api/bizbureau/businesses/search",
    { keyword: "plumber", count: 5, location: "Northdale, OH", rating: "A", accredited_only: true },
    [],
    ({ is_accredited, bbb_rating }) => is_accredited && /^A/.test(bbb_rating),
  ],
  [
    "/api/stays/hotels/search",
    { destination: "Lisbon", count: 5, star_ratings: ["4", "5"], currency: "EUR", adults: 3 },
    ["Destination: Lisbon", "Adults: 3"],
    ({ star_rating }) => star_rating >= 4,
  ],
  ["/api/nlretail/products/search", { keyword: "koffiezetapparaat", count: 5 }, [], ({ price }) => price > 0],
  ["/api/hkproperty/valuations", { unit: "D2000310", lang: "en" }, [], ({ price }) => price > 0],
  ["/api/jobsboard/companies", { company: "2137034", language: "ar" }, [], ({ name }) => name !== ""],
];
const all = process.env.WINNOW_FLOWS === "all";
const tried = all ? operations : operations.slice(0, 1);

const playground = (operation: string, body: object) =>
  `/playground?${new URLSearchParams({ operation, body: JSON.stringify(body) })}`;

/** Presses the key until the focus reaches the element; fails with the list of elements it passed. */
async function tabTo(at: Page, name: RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    const label = (await at.evaluate(`(() => {
      const at = document.activeElement;
      const labelled = at.labels?.[0]?.textContent ?? at.getAttribute("aria-label") ?? at.textContent ?? "";
      return labelled.trim().slice(0, 80);
    })()`)) as string;
    if (name.test(label)) return;
    passed.push(label);
    await at.keyboard.press(key);
  }
  throw new Error(`the focus never came to ${name}: ${passed.join(" | ")}`);
}

const focusIsSeen = `(() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" || style.boxShadow !== "none" || document.activeElement.matches("input");
})()`;

test("signing up, opening the playground, running a call and opening a record, its request and the keys work by keyboard alone", async () => {
  const at = page();
  await at.goto("/sign-up");
  await at.getByLabel("Name").waitFor();
  await tabTo(at, /^Name/);
  await at.keyboard.insertText("Grace Hopper");
  await tabTo(at, /^Email/);
  await at.keyboard.insertText("grace@people.example");
  await tabTo(at, /^Password/);
  await at.keyboard.insertText("correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByTestId("api-key").waitFor();

  await at.keyboard.press("Control+k");
  await at.getByRole("combobox", { name: "Go to" }).waitFor();
  await at.keyboard.insertText("Run: Products by keyword (");
  await at.getByRole("option", { selected: true }).waitFor();
  await at.keyboard.press("Enter");
  await at.getByLabel("Keyword").waitFor();

  await tabTo(at, /^Count/);
  await at.keyboard.press("Control+a");
  await at.keyboard.type("4");
  await tabTo(at, /^Run$/);
  expect(await at.evaluate(focusIsSeen)).toBe(true);
  await at.keyboard.press("Enter");
  await at.getByText("View in history").waitFor();
  // Neither the button nor the focus has moved.
  expect(await at.evaluate("document.activeElement.textContent")).toContain("Run");

  await tabTo(at, /^Open record 1$/);
  expect(await at.evaluate(focusIsSeen)).toBe(true);
  await at.keyboard.press("Enter");
  const card = at.getByRole("dialog");
  await card.waitFor();
  await at.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  expect(await at.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Open record 1");

  await tabTo(at, /^View in history$/, "Shift+Tab");
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  await at.keyboard.press("?");
  await at.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await at.keyboard.press("Escape");
  await at.keyboard.press("g");
  await at.keyboard.press("k");
  await at.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
});

test.each(tried)(
  "%s runs from the playground with its filters, and every record matches them",
  async (path, body, chips, holds) => {
    const at = page();
    await openPage(at, playground(path, body));
    for (const chip of chips) await at.getByText(chip, { exact: true }).waitFor();
    // The free plan allows five calls in ten seconds: a throttled call is sent again.
    const ran = async () => {
      await at.getByRole("button", { name: "Run", exact: true }).click();
      const reported = at.getByText(/View in history|Rate limit exceeded/).first();
      await reported.waitFor();
      return reported.textContent();
    };
    await expect.poll(ran, { interval: 1_000 }).toBe("View in history");
    const id = (await at.getByText("View in history").getAttribute("href"))!;
    const { answer, params } = (await at.evaluate(`fetch("/dashboard-api${id}").then((answer) => answer.json())`)) as {
      answer: object[];
      params: object;
    };
    expect(params).toMatchObject(body);
    expect(answer.length).toBeGreaterThan(0);
    expect(answer.filter((record) => !holds(record))).toEqual([]);
  },
);

test("a link to a result opens after sign-in, and a throttled call is in the log", async () => {
  const at = page();
  await openPage(at, "/requests");
  const link = (await at.getByRole("rowheader").getByRole("link").first().getAttribute("href"))!;
  await at.context().clearCookies();
  await at.goto(link);
  await at.getByLabel("Email").fill("grace@people.example");
  await at.getByLabel("Password").fill("correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  expect(new URL(at.url()).pathname).toBe(link);

  // The free plan allows five calls in ten seconds.
  const statuses = (await at.evaluate(`Promise.all(Array.from({ length: 8 }, () =>
    fetch("/dashboard-api/playground/run", {
      method: "POST",
      headers: { "x-winnow-dashboard": "1", "content-type": "application/json" },
      body: JSON.stringify({ operation: "/api/nlretail/products/search", body: { keyword: "stoel", count: 1 } }),
    }).then((answer) => answer.text())))`)) as string[];
  expect(statuses.filter((text) => /"status":429/.test(text)).length).toBeGreaterThan(0);
  await openPage(at, "/requests?status=4");
  const row = at.getByRole("row").filter({ hasText: "429" }).first();
  await row.waitFor();
  await row.getByRole("link").first().click();
  await at
    .getByText(/Rate limit exceeded/)
    .first()
    .waitFor();
});

test("a second factor is set up and required at the next sign-in, which leads only to this site; the account is deleted after a confirmation", async () => {
  const at = page();
  await at.context().clearCookies();
  await signUp(at, "linus@people.example", "Linus");
  await openNewestMail(at);
  await at.getByText("your address is confirmed").waitFor();
  await openPage(at, "/account");
  await at.getByLabel("Your password").fill("correct horse battery");
  await at.getByRole("button", { name: "Set up" }).click();
  await at.getByRole("img", { name: "QR code of the key" }).waitFor();
  const secret = (await at.locator(".one-secret").textContent())!.replaceAll(" ", "");
  const [recovery] = await at.locator(".recovery-codes li").allTextContents();
  // A wrong code is reported beside its field, here and at sign-in.
  const refusal = at.locator("form").getByRole("alert");
  await at.getByRole("textbox", { name: "Code from the app" }).first().click();
  await at.keyboard.type(totpNow(secret).replace(/^./, (digit) => `${(Number(digit) + 1) % 10}`));
  await refusal.waitFor();
  await at.getByRole("textbox", { name: "Code from the app" }).first().click();
  await at.keyboard.type(totpNow(secret));
  await at.getByText("Second factor set up.").waitFor();

  await at.getByRole("button", { name: "Your menu" }).click();
  await at.getByRole("menuitem", { name: "Sign out" }).click();
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  await openPage(at, "/sign-in?next=https://evil.example/");
  await at.getByLabel("Email").fill("linus@people.example");
  await at.getByLabel("Password").fill("correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Your second factor" }).waitFor();
  await at.getByLabel("Code").fill("no such code");
  await at.keyboard.press("Enter");
  await refusal.waitFor();
  await at.getByLabel("Code").fill(recovery!);
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  expect(new URL(at.url()).origin).toBe(address());

  await openPage(at, "/account");
  const saved = at.waitForResponse((response) => response.request().method() !== "GET");
  await at.getByLabel("my points are used up").click();
  await saved;
  await at.reload();
  expect(await at.getByLabel("my points are used up").isChecked()).toBe(false);
  await at.getByRole("button", { name: "Delete account" }).click();
  await at.getByRole("dialog").getByLabel("Password").fill("correct horse battery");
  await at.getByRole("button", { name: "Delete permanently" }).click();
  await at.getByText("Your account, its keys and its points are deleted.").waitFor();
  await openPage(at, "/sign-in");
  await at.getByLabel("Email").fill("linus@people.example");
  await at.getByLabel("Password").fill("correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByRole("alert").waitFor();
});

test.runIf(all)("the whole path from sign-up to account deletion works by keyboard alone", async () => {
  const at = await (await newContext()).newPage();
  at.setDefaultTimeout(30_000);
  const press = async (name: RegExp, key = "Tab") => {
    await tabTo(at, name, key);
    await at.keyboard.press("Enter");
  };
  const write = async (name: RegExp, text: string, key = "Tab") => {
    await tabTo(at, name, key);
    await at.keyboard.press("Control+a");
    await at.keyboard.type(text);
  };
  const heading = (name: string) => at.getByRole("heading", { name, level: 1 }).waitFor();
  const goTo = async (words: string) => {
    await at.keyboard.press("Control+k");
    await at.getByRole("combobox", { name: "Go to" }).waitFor();
    await at.keyboard.type(words);
    await at.getByRole("option", { selected: true, name: words }).waitFor();
    await at.keyboard.press("Enter");
  };

  // Starts from the static landing page, before React takes over.
  await at.goto(`/#outbox=${running().operatorToken}`);
  await press(/^Create an account$/);
  await heading("Create your account");
  await write(/^Name/, "Barbara Liskov");
  await write(/^Email/, "barbara@people.example");
  await write(/^Password/, "correct horse battery");
  await at.keyboard.press("Enter");
  const key = (await at.getByTestId("api-key").textContent())!;
  await at.goto("/outbox");
  await at.getByRole("article").first().waitFor();
  await press(/verify-email\?token=/);
  await at.getByText("your address is confirmed").waitFor();
  await press(/^Open the dashboard$/);
  await heading("Overview");

  // Runs a call with three filters, stops it, runs it again and opens its result.
  await goTo("Run: Products of an electronics retailer");
  await at.getByLabel("Find a field").waitFor();
  const find = async (field: string) => {
    await write(/^Find a field$/, field, "Shift+Tab");
    await at.getByLabel(field).first().waitFor();
    await tabTo(at, new RegExp(`^${field}`));
  };
  await find("Price max");
  await at.keyboard.type("200000");
  await find("Price min");
  await at.keyboard.type("1000");
  await find("With images");
  await at.keyboard.press("Space");
  for (const chip of ["Price max: 200,000", "Price min: 1,000"]) await at.getByText(chip, { exact: true }).waitFor();
  const held = Promise.withResolvers<void>();
  await at.route("**/playground/run", (route) => held.promise.then(() => route.continue()).catch(() => {}));
  await press(/^Run$/);
  await press(/^Stop$/);
  await at.getByText("Stopped", { exact: true }).waitFor();
  held.resolve();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  await press(/^Run$/, "Shift+Tab");
  await at.getByRole("button", { name: "Open record 1", exact: true }).waitFor();
  await press(/^Open record 1$/);
  await at.getByRole("dialog").waitFor();
  await at.keyboard.press("Escape");
  await press(/^View in history$/, "Shift+Tab");
  await heading("Request");
  await press(/^Run again$/);
  await heading("Playground");

  // Rotates the first key, then creates and revokes a second one.
  await goTo("Keys");
  await heading("Keys");
  await press(/^Rotate$/);
  await at.getByRole("dialog").waitFor();
  await press(/^Rotate key$/);
  await at.getByTestId("api-key").waitFor();
  expect(await at.getByTestId("api-key").textContent()).not.toBe(key);
  await press(/^Done$/);
  await press(/^Create key$/, "Shift+Tab");
  await at.getByText(/^Your new key: Key 2$/).waitFor();
  await press(/^Done$/);
  const second = at.getByRole("article", { name: "Key Key 2" });
  await tabTo(at, /^Key 2$/);
  await press(/^Revoke$/);
  await at.getByRole("dialog").waitFor();
  await press(/^Revoke key$/);
  await second.getByText("Revoked").waitFor();

  // Sets up a second factor, signs in with it and deletes the account.
  await press(/^Your menu$/, "Shift+Tab");
  await at.getByRole("menuitem", { name: "Account" }).waitFor();
  await tabTo(at, /^Account$/, "ArrowDown");
  await at.keyboard.press("Enter");
  await heading("Account");
  await write(/^Your password/, "correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByRole("img", { name: "QR code of the key" }).waitFor();
  const secret = (await at.locator(".one-secret").textContent())!.replaceAll(" ", "");
  const [recovery] = await at.locator(".recovery-codes li").allTextContents();
  await tabTo(at, /^Code from the app/);
  await at.keyboard.type(totpNow(secret));
  await at.getByText("Second factor set up.").waitFor();
  await press(/^Your menu$/, "Shift+Tab");
  await tabTo(at, /^Sign out$/, "ArrowDown");
  await at.keyboard.press("Enter");
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  await write(/^Email/, "barbara@people.example");
  await write(/^Password/, "correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Your second factor" }).waitFor();
  await write(/^Code/, recovery!);
  await at.keyboard.press("Enter");
  await heading("Overview");
  await at.goto("/account");
  await heading("Account");
  await press(/^Delete account$/, "Shift+Tab");
  await at.getByRole("dialog").waitFor();
  await write(/^Password/, "correct horse battery");
  await press(/^Delete permanently$/);
  await at.getByText("Your account, its keys and its points are deleted.").waitFor();
  await at.context().close();
});

// results.test.ts checks that the playground shows this snippet.
test.runIf(all)("the Go snippet runs unchanged: it prints the records, or the error", async () => {
  const program = await ensureProgram(go);
  const visitor = new Visitor(running());
  const { api_key } = await visitor.signUp("rob@people.example");
  const folder = await mkdtemp(join(tmpdir(), "winnow-go-"));
  const run = async (count: number) => {
    const body = { keyword: "koffiezetapparaat", count };
    const call = { baseUrl: address(), path: "/api/nlretail/products/search", body };
    await writeFile(join(folder, "main.go"), goOf(call));
    const env = { ...process.env, WINNOW_KEY: api_key, GOCACHE: join(tmpdir(), "winnow-go-cache"), GO111MODULE: "off" };
    return (await promisify(execFile)(program, ["run", "main.go"], { cwd: folder, env })).stdout;
  };
  try {
    const [status, records] = (await run(3)).split(" OK ");
    expect(status).toBe("200");
    expect(JSON.parse(records!)).toHaveLength(3);
    expect(await run(0)).toMatch(/^422 .*"detail":.*greater than or equal to 1/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
