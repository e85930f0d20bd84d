import { join } from "node:path";
import { expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "./browser.ts";

const { page } = browserSuite({ sourcesFolder: join(import.meta.dirname, "sources") });
const SCRIPT = "<script>document.title='owned'</script>";

test("a script in a record, a parameter, a name or a key is shown as text and never runs", async () => {
  const at = page();
  await signUp(at, "eve@people.example", SCRIPT);
  await openPage(at, "/keys");
  await at.getByLabel("Name").fill(SCRIPT);
  await at.getByRole("button", { name: "Create key" }).click();
  await at.getByRole("heading", { name: `Your new key: ${SCRIPT}` }).waitFor();

  await openPage(at, "/playground");
  await at.getByRole("button", { name: "Run", exact: true }).click();
  const records = at.getByRole("region", { name: "Records" });
  await records.getByText(SCRIPT).waitFor();
  expect(await records.locator("a, img, script").count()).toBe(0);

  await openPage(at, "/requests");
  await at.getByRole("rowheader").getByRole("link").first().click();
  await at.getByRole("region", { name: "Records" }).getByText(SCRIPT).waitFor();
  await at.getByRole("region", { name: "the parameters" }).getByText(SCRIPT).waitFor();

  for (const path of ["/overview", "/keys", "/settings", "/settings?of=account", "/usage", "/mcp-setup"]) {
    await openPage(at, path);
    expect(await at.title()).not.toContain("owned");
  }
  // No typed or fetched text has become an element.
  expect(await at.locator("main script, main img[onerror]").count()).toBe(0);
});
