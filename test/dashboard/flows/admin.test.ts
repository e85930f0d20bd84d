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
});

test("an address is confirmed once the dashboard knows what that made of its owner: here an admin", async () => {
  const at = page();
  const held = Promise.withResolvers<void>();
  let isVerified = false;
  await at.route("**/dashboard-api/email/verify", (route) => {
    isVerified = true;
    return route.continue();
  });
  await at.route("**/dashboard-api/session", (route) =>
    (isVerified ? held.promise : Promise.resolve()).then(() => route.continue()),
  );
  const asked = at.waitForRequest((request) => isVerified && request.url().endsWith("/session"));
  await openNewestMail(at, "to ada@people.example");
  await asked;
  const confirmed = at.getByText("your address is confirmed");
  expect(await confirmed.count()).toBe(0);
  held.resolve();
  await confirmed.waitFor();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  await openPage(at, "/admin/keys");
  await at.getByRole("heading", { name: "All keys", level: 1 }).waitFor();
});

test("an admin finds a key by its secret, which no URL contains, and sees the whole menu", async () => {
  const at = page();
  await at.setViewportSize({ width: 1440, height: 900 });
  await openPage(at, "/admin/keys");
  const asked: string[] = [];
  at.on("request", (one) => asked.push(one.url()));
  await at.getByLabel("Search").fill(key);
  await at.getByRole("cell", { name: "grace@people.example", exact: true }).waitFor();
  expect(asked.filter((url) => url.includes(key))).toEqual([]);
  const last = (await at.getByRole("link", { name: "Audit log" }).boundingBox())!;
  const foot = (await at.getByRole("link", { name: "API reference" }).boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(foot.y);
});

test("an admin finds any account's request by its id and opens it with its records", async () => {
  const at = page();
  await openPage(at, "/admin/requests");
  await at.getByLabel("Search").fill(request);
  await at.waitForURL(/search=/);
  await at.getByRole("rowheader").getByRole("link").click();
  await at.getByText("grace@people.example").waitFor();
  await at.getByRole("button", { name: "Open record 1", exact: true }).waitFor();
  await at.keyboard.press("Control+k");
  await at.getByRole("combobox", { name: "Go to" }).fill(request);
  await at.getByRole("option", { name: /request of any account/ }).click();
  await at.getByText("grace@people.example").waitFor();
});

test("a paused account is rejected until an admin resumes it; the audit log lists admins' changes, and sign-ins only on request", async () => {
  const at = page();
  const call = async () => {
    const answer = await fetch(`${address()}/token/statistic`, { headers: { "access-token": key } });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await call()).toBe(200);
  await openPage(at, "/admin/people");
  await at.getByRole("link", { name: "grace@people.example" }).click();
  const decide = async (name: string) => {
    const form = at.getByRole("form", { name });
    await form.getByLabel("Reason").fill("A report of misuse");
    await form.getByRole("button", { name }).click();
  };
  await decide("Pause the account");
  await at.getByRole("form", { name: "Resume the account" }).waitFor();
  expect(await call()).toBe(401);
  await decide("Resume the account");
  await at.getByRole("form", { name: "Pause the account" }).waitFor();

  await openPage(at, "/admin/audit");
  const log = at.getByRole("table", { name: "Audit log" });
  await log.getByRole("rowheader", { name: /paused/i }).waitFor();
  expect(await log.getByRole("rowheader", { name: /sign-(in|up)/i }).count()).toBe(0);
  await at.getByRole("switch", { name: /Include/ }).click();
  await log
    .getByRole("rowheader", { name: /sign-(in|up)/i })
    .first()
    .waitFor();
});
