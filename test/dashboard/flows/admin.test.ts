import { beforeAll, expect, test } from "vitest";
import { Visitor } from "../../support/dashboard/dashboard.ts";
import { browserSuite, openNewestMail, openPage, signUp } from "../browser.ts";

const { page, address, running } = browserSuite({ environment: { ADMIN_EMAIL: "ada@people.example" } });

let key: string;
let request: string;

beforeAll(async () => {
  const grace = new Visitor(running());
  key = (await grace.signUp("grace@people.example")).api_key;
  const answer = await fetch(`${address()}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "koffiezetapparaat", count: 2 }),
  });
  await answer.arrayBuffer();
  request = answer.headers.get("x-request-id")!;
  await signUp(page(), "ada@people.example");
  await openNewestMail(page());
  await page().getByText("your address is confirmed").waitFor();
});

test("an admin finds a key by itself and a request by its id, opens it, and stops its account", async () => {
  const at = page();
  await at.setViewportSize({ width: 1440, height: 900 });
  await openPage(at, "/admin/keys");
  const asked: string[] = [];
  at.on("request", (one) => asked.push(one.url()));
  await at.getByLabel("Search").fill(key);
  await at.getByRole("cell", { name: "grace@people.example", exact: true }).waitFor();
  // A key is a secret: it is not sent to be looked for.
  expect(asked.filter((url) => url.includes(key))).toEqual([]);
  // The whole menu is in sight.
  const last = (await at.getByRole("link", { name: "Audit log" }).boundingBox())!;
  const foot = (await at.getByRole("link", { name: "API reference" }).boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(foot.y);

  await at.keyboard.press("Control+k");
  await at.keyboard.type(request);
  await at.getByRole("option", { name: /request of any account/ }).click();
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  await at.getByText("grace@people.example").waitFor();
  await at.getByRole("region", { name: "Parameters" }).getByText("koffiezetapparaat").waitFor();

  await openPage(at, "/admin/people?search=grace");
  await at.getByRole("link", { name: "grace@people.example" }).click();
  await at.getByLabel("Reason for stopping").fill("a flood of calls");
  await at.getByRole("button", { name: "Stop the account" }).click();
  await at.getByText("The account is stopped.").waitFor();
  expect((await fetch(`${address()}/token/statistic`, { headers: { "access-token": key } })).status).toBe(401);
  await openPage(at, "/admin/audit");
  await at.getByRole("rowheader", { name: "account stopped" }).waitFor();
  await at.getByRole("rowheader", { name: "request opened" }).waitFor();
});
