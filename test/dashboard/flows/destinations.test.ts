import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../support/jobs/receiver.ts";
import { browserSuite, openPage, signUp } from "../browser.ts";
import { expectGoodLook } from "../look.ts";

const { page } = browserSuite({ environment: { WINNOW_PRIVATE_HOSTS: "127.0.0.1" } });

let storage: Receiver;
beforeAll(async () => {
  storage = await startReceiver();
  await signUp(page(), "ada@people.example");
});
afterAll(() => storage.close());

test("a destination never shows its secret again, receives the file of a scheduled run, and is deleted after a confirmation", async () => {
  const at = page();
  await openPage(at, "/automation/destinations");
  await at.getByText("No destinations yet").waitFor();
  const form = at.getByRole("form", { name: "New destination" });
  const fields = { Name: "Data lake", Endpoint: `http://127.0.0.1:${storage.port}`, Bucket: "lake" };
  const keys = { "Access key ID": "KEY", "Secret access key": "the secret of the storage" };
  for (const [label, value] of Object.entries({ ...fields, ...keys })) {
    await form.getByRole("textbox", { name: label }).fill(value);
  }
  await form.getByRole("button", { name: "Add destination" }).click();
  const card = at.getByRole("article", { name: "Destination Data lake" });
  await card.waitFor();
  expect(await at.content()).not.toContain("the secret of the storage");
  await expectGoodLook(at);

  await openPage(at, "/automation/schedules/new?operation=/api/nlretail/products/search");
  await at.getByRole("combobox", { name: "Destination" }).click();
  await at.getByRole("option", { name: "Data lake" }).click();
  await at.getByRole("button", { name: "Save schedule" }).click();
  await at.getByRole("button", { name: "Run now" }).click();
  await at.getByRole("link", { name: "Succeeded" }).waitFor();

  await openPage(at, "/automation/destinations");
  await card.getByRole("link", { name: "Deliveries" }).click();
  await at.getByRole("article", { name: /delivered$/ }).waitFor();
  expect(storage.received[0]!.path).toMatch(/^\/lake\/winnow\/.*\.ndjson$/);
  await at.getByRole("link", { name: "All destinations" }).click();
  await card.getByRole("button", { name: "Delete" }).click();
  await at.getByRole("dialog").getByRole("button", { name: "Delete destination" }).click();
  await at.getByText("No destinations yet").waitFor();
});
