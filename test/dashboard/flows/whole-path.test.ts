import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { goSnippet } from "../../../dashboard/src/keys/snippets.ts";
import { totpNow } from "../../security/support/totp.ts";
import { Visitor } from "../../support/dashboard/dashboard.ts";
import { ensureProgram, go } from "../../support/programs.ts";
import { browserSuite } from "../browser.ts";
import { tabTo } from "../keyboard.ts";

// `npm run test:flows` runs these; in `npm test`, flows.test.ts goes the same path in parts.
describe.runIf(process.env.WINNOW_FLOWS === "all")("with all flows", () => {
  const { address, running, newContext } = browserSuite();

  test("the whole path from sign-up to account deletion works by keyboard alone", async () => {
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
      await at.locator("[role=option][data-combobox-selected]", { hasText: words }).waitFor();
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
    const second = at.getByRole("row").filter({ hasText: "Key 2" });
    await tabTo(at, /^Key 2$/);
    await press(/^Revoke$/);
    await at.getByRole("dialog").waitFor();
    await press(/^Revoke key$/);
    await second.getByText("Revoked").waitFor();

    // Sets up a second factor, signs in with it and deletes the account.
    await press(/^Your menu$/, "Shift+Tab");
    await at.getByRole("menuitem", { name: "Settings" }).waitFor();
    await tabTo(at, /^Settings$/, "ArrowDown");
    await at.keyboard.press("Enter");
    await heading("Settings");
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
    await at.goto("/settings");
    await heading("Settings");
    await press(/^Delete account$/, "Shift+Tab");
    await at.getByRole("dialog").waitFor();
    await write(/^Password/, "correct horse battery");
    await press(/^Delete permanently$/);
    await at.getByText("Your account, its keys and its points are deleted.").waitFor();
    await at.context().close();
  });

  // results.test.ts checks that the playground shows this snippet.
  test("the Go snippet runs unchanged: it prints the records, or the error", async () => {
    const program = await ensureProgram(go);
    const visitor = new Visitor(running());
    const { api_key } = await visitor.signUp("rob@people.example");
    const folder = await mkdtemp(join(tmpdir(), "winnow-go-"));
    const run = async (count: number) => {
      const body = { keyword: "koffiezetapparaat", count };
      const call = { baseUrl: address(), path: "/api/nlretail/products/search", body };
      await writeFile(join(folder, "main.go"), goSnippet(call));
      const env = {
        ...process.env,
        WINNOW_KEY: api_key,
        GOCACHE: join(tmpdir(), "winnow-go-cache"),
        GO111MODULE: "off",
      };
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
});
