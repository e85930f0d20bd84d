import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { browserSuite, fillInSignUp, loadPage, openNewestMail, openPage } from "./browser.ts";

const { page, address } = browserSuite();
const shell = promisify(execFile);

test("a new user gets from sign-up to records, their cost, a rotated key, a run and a chart", async () => {
  const at = page();

  // Sign up: signed in immediately, with a key and a command to paste.
  const key = await fillInSignUp(at, "ada@people.example");
  expect(key).toMatch(/^wnw_/);
  const curl = await at.getByRole("region", { name: "the curl line" }).textContent();
  expect(curl).toContain(key);

  // Confirm the address with the mail.
  await openNewestMail(at);
  await at.getByText("your address is confirmed").waitFor();

  // Paste the command into a shell.
  const { stdout } = await shell("bash", ["-c", `${curl} --silent --fail`]);
  const records = JSON.parse(stdout) as Array<Record<string, unknown>>;
  expect(records.length).toBeGreaterThan(0);

  // The history lists the request with its cost, and its page has the records.
  await openPage(at, "/requests");
  const row = at.getByRole("row").nth(1);
  const path = /\/api\/\S+/.exec(curl!)![0];
  expect(`/api/${await row.getByRole("rowheader").getByRole("link").textContent()}`).toBe(path);
  const cells = await row.getByRole("cell").allTextContents();
  expect(cells[0]).toBe("200");
  expect(cells[2]).toBe(String(records.length));
  const cost = Number(cells[3]);
  expect(cost).toBeGreaterThan(0);
  await row.getByRole("link").click();
  await at.getByText(`${cost} points`).first().waitFor();
  await at.getByRole("region", { name: "Records" }).getByRole("row").nth(records.length).waitFor();

  // Rotate the key: the new one works immediately, the old one until the overlap ends.
  await openPage(at, "/keys");
  await at.getByRole("button", { name: "Rotate" }).click();
  await at.getByRole("button", { name: "Rotate key" }).click();
  const rotated = (await at.getByTestId("api-key").textContent())!;
  expect(rotated).not.toBe(key);
  for (const secret of [key, rotated]) {
    const answer = await fetch(`${address()}/token/statistic`, { headers: { "access-token": secret } });
    expect(answer.status).toBe(200);
  }

  // Run in the playground, which shows the cost first.
  await openPage(at, "/playground?operation=/api/stays/hotels/search");
  await at.getByText("Costs at most").waitFor();
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText("points charged").waitFor();
  await at.getByRole("region", { name: "Records" }).getByRole("row").nth(1).waitFor();

  // Read the chart: two calls today, to two operations.
  await openPage(at, "/usage");
  const chart = at.getByRole("img", { name: /^Calls by day/ });
  expect(await chart.getAttribute("aria-label")).toMatch(/highest on \d+ \w+ \d{4} with 2$/);
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
  const capped = at.getByRole("article", { name: "Key For the agent" });
  expect(await capped.textContent()).toContain("0 of 50 points spent");
  await capped.getByRole("button", { name: "Revoke" }).click();
  await at.getByRole("button", { name: "Revoke key" }).click();
  await at.getByRole("heading", { name: "Revoked" }).waitFor();
  await at.reload();
  await at.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  expect(await at.getByTestId("api-key").count()).toBe(0);
  expect(await at.content()).not.toContain(plain);
});
