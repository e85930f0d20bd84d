import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { totpNow } from "../security/support/totp.ts";
import { browserSuite, loadPage, openNewestMail, openPage, signUp } from "./browser.ts";
import { focusIsSeen, tabTo } from "./keyboard.ts";

const { page, address, running } = browserSuite();

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

test("a new user gets by keyboard from sign-up to a run, its records and the keys; a pasted command, a rotated key and a chart work, too", async () => {
  const at = page();
  // As the operator's, who opens the printed address first.
  await at.goto(`/#outbox=${running().operatorToken}`);
  await at.goto("/sign-up");
  await at.getByLabel("Name").waitFor();
  await tabTo(at, /^Name/);
  await at.keyboard.insertText("Grace Hopper");
  await tabTo(at, /^Email/);
  await at.keyboard.insertText("grace@people.example");
  await tabTo(at, /^Password/);
  await at.keyboard.insertText("correct horse battery");
  await at.keyboard.press("Enter");

  // Signed in immediately, with a key and a command to paste into a shell.
  const key = (await at.getByTestId("api-key").textContent())!;
  expect(key).toMatch(/^wnw_/);
  const curl = (await at.getByRole("region", { name: "the curl line" }).textContent())!;
  expect(curl).toContain(key);
  const { stdout } = await promisify(execFile)("bash", ["-c", `${curl} --silent --fail`]);
  const records = JSON.parse(stdout) as Array<Record<string, unknown>>;
  expect(records.length).toBeGreaterThan(0);

  await at.keyboard.press("Control+k");
  await at.getByRole("combobox", { name: "Go to" }).waitFor();
  await at.keyboard.insertText("Run: Products by keyword (");
  await at.locator("[role=option][data-combobox-selected]").waitFor();
  await at.keyboard.press("Enter");
  await at.getByLabel("Keyword").waitFor();

  // The cost is shown before the run and after it.
  await at.getByText("Costs at most").waitFor();
  await tabTo(at, /^Count/);
  await at.keyboard.press("Control+a");
  await at.keyboard.type("4");
  await tabTo(at, /^Run$/);
  expect(await at.evaluate(focusIsSeen)).toBe(true);
  await at.keyboard.press("Enter");
  await at.getByText("points charged").waitFor();
  // Neither the button nor the focus has moved.
  expect(await at.evaluate("document.activeElement.textContent")).toContain("Run");

  await tabTo(at, /^Open record 1$/);
  expect(await at.evaluate(focusIsSeen)).toBe(true);
  await at.keyboard.press("Enter");
  const card = at.getByRole("dialog");
  await card.waitFor();
  await at.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  // The dialog gives the focus back a moment after it has gone.
  await expect.poll(() => at.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Open record 1");

  await tabTo(at, /^View in history$/, "Shift+Tab");
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  await at.keyboard.press("Control+k");
  await at.keyboard.type("keys");
  await at.getByRole("option", { name: /^Keys\s*page/ }).waitFor();
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Keys", level: 1 }).waitFor();

  // The rotated key works immediately, the old one until the overlap ends.
  await at.getByRole("button", { name: "Rotate" }).click();
  await at.getByRole("button", { name: "Rotate key" }).click();
  // The page showed the first key until now.
  await expect.poll(() => at.getByTestId("api-key").textContent()).not.toBe(key);
  const rotated = (await at.getByTestId("api-key").textContent())!;
  for (const secret of [key, rotated]) {
    const answer = await fetch(`${address()}/token/statistic`, { headers: { "access-token": secret } });
    expect(answer.status).toBe(200);
  }

  // The history lists the pasted call with its cost, and its page has the records.
  await openPage(at, "/requests");
  const row = at.getByRole("row").nth(2);
  const path = /\/api\/\S+/.exec(curl)![0];
  expect(`/api/${await row.getByRole("rowheader").getByRole("link").textContent()}`).toBe(path);
  const cells = await row.getByRole("cell").allTextContents();
  expect(cells[0]).toBe("200");
  expect(cells[2]).toBe(String(records.length));
  const cost = Number(cells[3]);
  expect(cost).toBeGreaterThan(0);
  await row.getByRole("rowheader").getByRole("link").click();
  await at.getByText(`${cost} points`, { exact: true }).first().waitFor();
  await at.getByRole("region", { name: "Records" }).getByRole("row").nth(records.length).waitFor();

  // The chart shows two calls today, to two operations.
  await openPage(at, "/usage");
  const chart = at.getByRole("img", { name: /^Calls by day/ });
  // Until it is refreshed, the page shows the figures of its last visit.
  await expect.poll(() => chart.getAttribute("aria-label")).toMatch(/highest on \d+ \w+ \d{4} with 2$/);
  await expect.poll(() => chart.locator(".chart-bar rect[rx]").count()).toBe(2);
  const left = Number(
    (await at.getByText("Points left").locator("..").textContent())!.replace(/\D*([\d,]+).*/, "$1").replace(",", ""),
  );
  expect(left).toBeLessThan(1000 - cost);
});

test("keys are created with one click, optionally with limits, and revoked after a confirmation", async () => {
  const at = page();
  // A full load: the rotated key would still be shown otherwise, and be taken for the new one.
  await loadPage(at, "/keys");
  await at.getByRole("button", { name: "Create key" }).click();
  const plain = (await at.getByTestId("api-key").textContent())!;
  await at.getByLabel("Name").fill("For the agent");
  await at.getByRole("button", { name: "Limits" }).click();
  await at.getByLabel("Spending cap").fill("50");
  await at.getByRole("button", { name: "Create key" }).click();
  await at.getByRole("heading", { name: "Your new key: For the agent" }).waitFor();
  const capped = at.getByRole("row").filter({ hasText: "For the agent" });
  expect(await capped.textContent()).toContain("0 of 50");
  await capped.getByRole("button", { name: "Revoke" }).click();
  await at.getByRole("button", { name: "Revoke key" }).click();
  await capped.getByText("Revoked").waitFor();
  await at.reload();
  await at.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  expect(await at.getByTestId("api-key").count()).toBe(0);
  expect(await at.content()).not.toContain(plain);
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
      const reported = at.getByText(/points? charged,|: nothing was charged/).first();
      await reported.waitFor();
      return reported.textContent();
    };
    await expect.poll(ran, { interval: 1_000 }).toContain("charged, ");
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

  // The free plan allows five calls in ten seconds: of eleven, one is the sixth even if a window ends between them.
  const statuses = (await at.evaluate(`Promise.all(Array.from({ length: 11 }, () =>
    fetch("/dashboard-api/playground/run", {
      method: "POST",
      headers: { "x-winnow-dashboard": "1", "content-type": "application/json" },
      body: JSON.stringify({ operation: "/api/nlretail/products/search", body: { keyword: "stoel", count: 1 } }),
    }).then((answer) => answer.text())))`)) as string[];
  expect(statuses.filter((text) => /"status":429/.test(text)).length).toBeGreaterThan(0);
  await openPage(at, "/requests?status=4");
  const row = at
    .getByRole("row")
    .filter({ has: at.getByText("429", { exact: true }) })
    .first();
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
  // One of its own, so that CI can ask again after a failure.
  const email = `linus-${Date.now()}@people.example`;
  await signUp(at, email, "Linus");
  await openNewestMail(at, `to ${email}`);
  await at.getByText("your address is confirmed").waitFor();
  await openPage(at, "/settings");
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
  await at.getByLabel("Email").fill(email);
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

  await openPage(at, "/settings?of=account");
  // Not just any request that is no GET: the page asks every few seconds with HEAD whether the service is there.
  const saved = at.waitForResponse((response) => response.request().method() === "POST");
  await at.getByLabel("my points are used up").click();
  await saved;
  await at.reload();
  expect(await at.getByLabel("my points are used up").isChecked()).toBe(false);
  await openPage(at, "/settings");
  await at.getByRole("button", { name: "Delete account" }).click();
  await at.getByRole("dialog").getByLabel("Password").fill("correct horse battery");
  await at.getByRole("button", { name: "Delete permanently" }).click();
  await at.getByText("Your account, its keys and its points are deleted.").waitFor();
  await openPage(at, "/sign-in");
  await at.getByLabel("Email").fill(email);
  await at.getByLabel("Password").fill("correct horse battery");
  await at.keyboard.press("Enter");
  // The message about the deletion is an alert, too.
  await at.getByRole("main").getByRole("alert").waitFor();
});
