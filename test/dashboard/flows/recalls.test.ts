import { beforeAll, expect, test } from "vitest";
import { sampleRecall } from "../../support/dashboard/sample-account.ts";
import { openHealthIn, renamedTitle } from "../../support/health/incident.ts";
import { browserSuite, openNewestMail, openPage, signUp } from "../browser.ts";
import { expectGoodLook } from "../look.ts";

const { page, address, folder } = browserSuite({ environment: { ADMIN_EMAIL: "ada@people.example" } });
const operation = "/api/nlretail/products/search";

let recall: number;
/** Incidents of the same time: of values in delivered records, of values that nobody asked for, and of no values. */
let incidents: Array<number | null>;

beforeAll(async () => {
  const key = await signUp(page(), "ada@people.example");
  await openNewestMail(page(), "to ada@people.example");
  await page().getByText("your address is confirmed").waitFor();
  const answer = await fetch(`${address()}${operation}`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "koffiezetapparaat", count: 2 }),
  });
  await answer.arrayBuffer();
  const { me } = await (await page().request.get("/dashboard-api/session")).json();
  const { store, health } = await openHealthIn(folder());
  recall = await sampleRecall(store, me.id, answer.headers.get("x-request-id")!);
  const drift = { ...renamedTitle, kind: "drift" as const, field: "price", details: { measure: "scale" as const } };
  const unasked = { source: "hkproperty", operation: "/api/hkproperty/valuations" };
  const opened = [drift, { ...drift, ...unasked }, { ...renamedTitle, details: {} }];
  incidents = await Promise.all(opened.map((incident) => health.store.openIncident(incident, Date.now())));
  await store.close();
});

test("a recall names its calls by what they asked, with what they cost and got back, and compares delivered with corrected records", async () => {
  const at = page();
  await openPage(at, `/recalled/${recall}`);
  const call = at.getByRole("table", { name: "Calls" }).getByRole("row", { name: /koffiezetapparaat/ });
  await call.getByText("cost 10, returned 10").waitFor();
  await call.getByRole("link", { name: "Compare 2 records" }).click();
  await at.getByRole("heading", { name: "Delivered and corrected records", level: 1 }).waitFor();
  await at.getByText("2 changed").waitFor();
  const changed = at.getByRole("article", { name: /^Changed: / }).first();
  const price = async (of: string) => Number((await changed.locator(of).textContent())!.replace(",", ""));
  expect(await price("ins")).toBeCloseTo((await price("del")) / 100, 1);
  await at.getByRole("region", { name: "Corrected", exact: true }).getByText("2 records").waitFor();
  await expectGoodLook(at);

  await at.getByRole("link", { name: "The request" }).click();
  await at.getByRole("link", { name: "Compare with the corrected records" }).waitFor();
  await at.getByRole("link", { name: "View the recall" }).waitFor();
});

test("an incident offers a recall only if its values were delivered", async () => {
  const at = page();
  const offers = [];
  for (const [nth, incident] of incidents.entries()) {
    // An incident of values asks whether some were delivered.
    const asked = nth < 2 ? at.waitForResponse((answer) => answer.url().includes("/admin/requests?")) : null;
    await openPage(at, `/admin/incidents/${incident}`);
    await at.getByRole("form", { name: "Note" }).waitFor();
    await (await asked)?.finished();
    await at.evaluate("new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))");
    offers.push(await at.getByRole("button", { name: "Show what a recall would do" }).count());
  }
  expect(offers).toEqual([1, 0, 0]);
});
