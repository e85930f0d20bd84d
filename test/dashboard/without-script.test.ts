import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { totpNow } from "../security/support/totp.ts";
import { browserSuite, openPage, signUp } from "./browser.ts";

const { page, newContext } = browserSuite();

const SECRET = "tr0ubadour";
/** `npm run test:flows` submits every form; `npm test` one, as secret-forms.test.ts shows that all submit by POST. */
const all = process.env.WINNOW_FLOWS === "all";
const pages = ["/sign-in", "/sign-up", "/reset-password?token=x", "/verify-email?token=x", "/settings"];

/** Makes `token=x` a valid link, because the form for a new password appears only for one. */
const withGoodLink = (at: Page) =>
  at.route("**/password/reset/check", (route) => route.fulfill({ json: { valid: true } }));

/** Types where a field would have the focus, and presses Enter. */
async function typeBlindly(at: Page): Promise<void> {
  await at.mouse.click(640, 430);
  await at.keyboard.type(SECRET);
  await at.keyboard.press("Enter");
}

test("without JavaScript a page has no form, says what it needs and links to the API reference", async () => {
  const context = await newContext({ javaScriptEnabled: false });
  const at = await context.newPage();
  for (const path of pages) {
    const answer = (await at.goto(path))!;
    expect([path, await at.locator("form, input, button").count()]).toEqual([path, 0]);
    // Chromium does not lay out this element if DevTools disabled scripts.
    expect(await answer.text()).toMatch(/<noscript>\s*<p>The Winnow dashboard needs JavaScript.*href="\/docs"/);
    await typeBlindly(at);
    expect(at.url()).toMatch(new RegExp(`${path.replace("?", "\\?")}$`));
  }
  await context.close();
});

test("without JavaScript the landing page and the API reference can be read: prices, plans and links to Markdown", async () => {
  const context = await newContext({ javaScriptEnabled: false });
  const at = await context.newPage();
  await at.goto("/");
  expect(await at.locator("form, input, button").count()).toBe(0);
  for (const words of [
    "Hotels and other lodging",
    "5 credits per 25 results",
    "1,000 points are free",
    "MCP",
    "schedule",
  ])
    expect([words, await at.getByText(words).first().isVisible()]).toEqual([words, true]);
  expect(await at.getByRole("row", { name: /^Starter 15,000 per month/ }).count()).toBe(1);
  expect(await at.locator("meta[property='og:image']").getAttribute("content")).toMatch(/^http:\/\/.*\/share\.png$/);
  await at.getByRole("link", { name: "API reference" }).first().click();
  expect(await at.getByRole("button").count()).toBe(0);
  await at.getByRole("link", { name: "Hotels and other lodging in a destination" }).click();
  expect(await at.locator("body").textContent()).toContain("# Hotels and other lodging");
  await context.close();
});

test("while its script is late a page has no form, and the form that then appears submits by POST", async () => {
  const context = await newContext();
  const at = await context.newPage();
  await withGoodLink(at);
  for (const path of pages.slice(0, all ? 3 : 1)) {
    const late = Promise.withResolvers<void>();
    await context.route("**/assets/*.js", (route) => late.promise.then(() => route.continue()));
    await at.goto(path, { waitUntil: "commit" });
    await at.locator(".boot").waitFor();
    expect([path, await at.locator("form, input, button").count()]).toEqual([path, 0]);
    await typeBlindly(at);
    expect(at.url()).not.toContain(SECRET);
    late.resolve();
    await at.locator("form").waitFor();
    expect([path, await at.locator("form").getAttribute("method")]).toEqual([path, "post"]);
    await context.unrouteAll({ behavior: "wait" });
  }
  await context.close();
});

/** Submits the form with this field natively, as if no script handled it, with a name on every field. */
async function sendNatively(at: Page, label: string): Promise<void> {
  const before = new URL(at.url()).pathname;
  const field = at.getByLabel(label).first();
  await field.fill(SECRET);
  const sent = at.waitForResponse((answer) => answer.request().method() === "POST");
  const loaded = at.waitForEvent("load");
  await field.focus();
  await at.evaluate(`(({ form }) => {
    for (const [at, one] of [...form.elements].entries()) one.name ||= "field" + at;
    HTMLFormElement.prototype.submit.call(form);
  })(document.activeElement)`);
  const answer = await sent;
  await loaded;
  expect([before, answer.status(), new URL(answer.url()).pathname]).toEqual([before, 303, before]);
  expect(at.url()).not.toContain(SECRET);
  expect(new URL(at.url()).search).toBe("");
}

test("a form that the browser submits itself, because its handler failed, puts no secret into the URL", async () => {
  const at = page();
  at.setDefaultTimeout(30_000);
  await withGoodLink(at);
  for (const path of pages.slice(0, all ? 3 : 1)) {
    await openPage(at, path);
    await sendNatively(at, "Password");
  }

  await signUp(at, "grace@people.example");
  for (const label of ["Current password", "Your password"].slice(all ? 0 : 1)) {
    await openPage(at, "/settings");
    await sendNatively(at, label);
  }
});

test.runIf(all)("a second-factor code does not get into the URL either", async () => {
  const context = await newContext();
  const at = await context.newPage();
  at.setDefaultTimeout(30_000);
  await signUp(at, "linus@people.example");
  await openPage(at, "/settings");
  await at.getByLabel("Your password").fill("correct horse battery");
  await at.getByRole("button", { name: "Set up" }).click();
  const secret = (await at.locator(".one-secret").textContent())!.replaceAll(" ", "");
  await at.getByRole("textbox", { name: "Code from the app" }).first().click();
  await at.keyboard.type(totpNow(secret));
  await at.getByText("Second factor set up.").waitFor();
  await context.clearCookies();
  await openPage(at, "/sign-in");
  await at.getByLabel("Email").fill("linus@people.example");
  await at.getByLabel("Password").fill("correct horse battery");
  await at.keyboard.press("Enter");
  await at.getByRole("heading", { name: "Your second factor" }).waitFor();
  await sendNatively(at, "Code");
  await context.close();
});
