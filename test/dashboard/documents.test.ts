import { describe, expect, test } from "vitest";
import { browserSuite, signUp } from "./browser.ts";

const { newContext, running, stop } = browserSuite();

/** The landing page, the reference and the app are built apart, and share one head. */
describe.each(["/", "/docs", "/status"])("the document at %s", (path) => {
  test("keeps the operator's token of the printed address, and takes it out of the address", async () => {
    const at = await (await newContext()).newPage();
    await at.goto(`${path}#outbox=${running().operatorToken}`);
    expect(new URL(at.url()).hash).toBe("");
    await at.goto("/outbox");
    await at.getByText("No mails yet").waitFor();
  });

  test("has the colours that were chosen on another page, whatever the system prefers", async () => {
    const context = await newContext({ colorScheme: "light" });
    const at = await context.newPage();
    await at.goto("/status");
    await at.getByRole("button", { name: "Switch to dark theme" }).click();
    await at.goto(path);
    expect(await at.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(13, 18, 22)");
  });

  test("shows visitors the way in and members the way on, and stays where it is for both", async () => {
    const at = await (await newContext()).newPage();
    await at.goto(path);
    await at.getByRole("heading", { level: 1 }).first().waitFor();
    await expect.poll(() => at.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
    await signUp(at, `reader${path.length}@people.example`);
    await at.goto(path);
    await at.getByRole("link", { name: "Dashboard" }).first().waitFor();
    expect(new URL(at.url()).pathname).toBe(path);
  });

  test("says during an outage that Winnow is away, instead of the browser's own error page", async () => {
    const at = await (await newContext({ serviceWorkers: "allow" })).newPage();
    await at.goto(path);
    await at.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const start = await stop();
    try {
      await at.goto("/sign-in");
      await at.getByRole("heading", { name: "Winnow cannot be reached" }).waitFor();
    } finally {
      await start();
    }
    await at.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});
