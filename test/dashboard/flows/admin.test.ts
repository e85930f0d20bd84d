import { beforeAll, expect, test } from "vitest";
import { Visitor } from "../../support/dashboard/dashboard.ts";
import { browserSuite, openNewestMail, openPage, signUp } from "../browser.ts";

const { page, address, running } = browserSuite({ environment: { ADMIN_EMAIL: "ada@people.example" } });

let key: string;

beforeAll(async () => {
  const grace = new Visitor(running());
  key = (await grace.signUp("grace@people.example")).api_key;
  const answer = await fetch(`${address()}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "koffiezetapparaat", count: 2 }),
  });
  await answer.arrayBuffer();
  await signUp(page(), "ada@people.example");
  await openNewestMail(page());
  await page().getByText("your address is confirmed").waitFor();
});

test("an admin finds a key by the key itself, which is not sent, and has the whole menu in sight", async () => {
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
});
