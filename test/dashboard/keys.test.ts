import { expect, test } from "vitest";
import { browserSuite, loadPage, openPage, signUp } from "./browser.ts";
import { expectGoodLook } from "./look.ts";

const { page, address } = browserSuite();

test("many keys are a table that is searched by name or by the key, filtered by state and source, and sorted", async () => {
  const at = page();
  await signUp(at, "ada@people.example");
  const call = (method: string, path: string, data: object = {}) =>
    at.context().request.fetch(`/dashboard-api${path}`, { method, headers: { "x-winnow-dashboard": "1" }, data });
  const create = async (name: string, sources: string[] | null) => {
    const settings = { usage_context: "standard", expires_in_days: null, spending_cap: null };
    const answer = await call("POST", "/keys", { name, sources, ...settings });
    return (await answer.json()) as { key: { id: string }; api_key: string };
  };
  const names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"];
  const made = [];
  for (const name of names) made.push(await create(name, name === "Beta" ? ["stays"] : ["nlretail"]));
  await call("DELETE", `/keys/${made[2]!.key.id}`);

  await openPage(at, "/keys");
  const shown = () =>
    at.getByRole("table", { name: "Keys" }).getByRole("rowheader").getByRole("link").allTextContents();
  const showsOnly = (...expected: string[]) => expect.poll(shown).toEqual(expected);
  const choose = async (label: string, option: string) => {
    await at.getByRole("combobox", { name: label }).click();
    await at.getByRole("option", { name: option, exact: true }).click();
  };
  expect((await shown()).at(-1)).toBe("Gamma");
  await at.getByRole("button", { name: "Key", exact: true }).click();
  await showsOnly("Gamma", "First key", "Epsilon", "Delta", "Beta", "Alpha");

  await at.getByLabel("Search", { exact: true }).fill("eps");
  await showsOnly("Epsilon");
  await at.getByLabel("Search", { exact: true }).fill(made[3]!.api_key);
  await showsOnly("Delta");
  expect(at.url()).not.toContain(made[3]!.api_key);
  await at.getByLabel("Search", { exact: true }).fill("");
  await choose("State", "Revoked");
  await showsOnly("Gamma");
  await choose("State", "Active");
  await choose("May use source", "stays");
  await showsOnly("First key", "Beta");
  await expectGoodLook(at);

  await at.getByRole("link", { name: "Beta", exact: true }).click();
  await at.getByText("These 10 seconds").waitFor();
});

test("the overview begins with a key that has reached its spending cap, and with nothing on a quiet day", async () => {
  const at = page();
  await signUp(at, "grace@people.example");
  await openPage(at, "/overview");
  const attention = at.getByRole("region", { name: "Needs attention" });
  expect(await attention.count()).toBe(0);
  const settings = { usage_context: "standard", sources: null, expires_in_days: null, spending_cap: 5 };
  const answer = await at.context().request.post("/dashboard-api/keys", {
    headers: { "x-winnow-dashboard": "1" },
    data: { name: "Capped", ...settings },
  });
  const { api_key } = (await answer.json()) as { api_key: string };
  const called = await fetch(`${address()}/api/stays/hotels/search`, {
    method: "POST",
    headers: { "access-token": api_key, "content-type": "application/json" },
    body: JSON.stringify({ destination: "Lisbon", count: 1 }),
  });
  expect(called.status).toBe(200);
  await loadPage(at, "/overview");
  await attention.getByText("The key Capped has reached its spending cap.").waitFor();
  await expectGoodLook(at);
});
