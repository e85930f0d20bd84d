import { join } from "node:path";
import { expect, test } from "vitest";
import { browserSuite, signUp } from "../browser.ts";

// One small operation, because Scalar spends seconds on a whole document at each step.
const { page } = browserSuite({ sourcesFolder: join(import.meta.dirname, "../automation-sources") });
const OPERATION = "/api/shelf/things";

test("the API reference obeys its policy, links back, fills in the member's key only when asked, after a reload and a failure reuses that key, and asks for the password in place if the session is old", async () => {
  const at = page();
  const violations: string[] = [];
  at.on("console", (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()));
  await signUp(at, "joan@people.example");
  // By keyboard, since the reference may scroll the button away under the mouse.
  const press = (name: string) => at.getByRole("button", { name }).press("Enter");
  const keyIsSet = () =>
    at.getByRole("button", { name: /^Test key set until \d+ \w+|^Test key set until \w+ \d+/ }).waitFor();
  await at.route("**/openapi.json", async (route) => {
    const document = await (await route.fetch()).json();
    await route.fulfill({ json: { ...document, paths: { [OPERATION]: document.paths[OPERATION] } } });
  });
  await at.goto("/docs");
  expect(await at.locator("link[rel=icon]").getAttribute("href")).toBe("/favicon.svg");
  expect(await at.getByRole("link", { name: "Dashboard" }).getAttribute("href")).toBe("/overview");
  expect(await at.evaluate("typeof Scalar")).toBe("undefined");
  await press("Open the interactive reference");

  await at.locator("#reference").getByText("Things on a shelf").first().click();
  await at.getByText("Paste a key").first().waitFor();
  await press("Create a test key");
  await keyIsSet();
  await at
    .getByRole("button", { name: /Test Request/i })
    .first()
    .click();
  // Optional headers are listed and not sent.
  const ticked = at.getByRole("row").filter({ has: at.getByRole("checkbox", { checked: true }) });
  await at.getByText("x-stream-summary").last().waitFor();
  expect(await ticked.filter({ hasText: /x-evidence|x-stream-summary|prefer|idempotency/ }).count()).toBe(0);
  const sent = at.waitForResponse((response) => response.request().method() === "POST");
  await at.getByRole("button", { name: /^Send/ }).first().click();
  expect((await sent).status()).toBe(200);
  expect(violations).toEqual([]);

  // Rendering the reference again would prove nothing new.
  const nothing = "window.Scalar = { createApiReference: () => ({ updateConfiguration() {} }) }";
  await at.route("**/docs/scalar.js", (route) => route.fulfill({ contentType: "text/javascript", body: nothing }));
  await at.route("**/dashboard-api/keys", (route) => route.abort(), { times: 1 });
  await at.goto("/docs");
  await press("Create a test key");
  // A session that is not recent: the service asks for the password first.
  await at.route("**/rotate", (route) => route.fulfill({ status: 403, json: { reason: "password_again" } }), {
    times: 1,
  });
  await press("That failed: try again");
  await at.getByLabel("Password", { exact: true }).fill("not the right one");
  await press("Continue");
  await at.getByText("Wrong password.").waitFor();
  await at.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await press("Continue");
  await keyIsSet();
  type Keys = { keys: Array<{ name: string; mode: string }> };
  const { keys } = (await (await at.request.get("/dashboard-api/keys")).json()) as Keys;
  expect(keys.flatMap(({ name, mode }) => (name === "API reference" ? [mode] : []))).toEqual(["test"]);
});
