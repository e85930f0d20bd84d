import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { chatMessage } from "../../../src/jobs/webhooks/chat-events.ts";
import { endHere } from "../../support/cli/end-here.ts";
import { Visitor } from "../../support/dashboard/dashboard.ts";
import { sampleRecall } from "../../support/dashboard/sample-account.ts";
import { openHealthIn } from "../../support/health/incident.ts";
import { type Receiver, startReceiver } from "../../support/jobs/receiver.ts";
import { browserSuite, openPage } from "../browser.ts";

const { page, address, running, folder, newContext } = browserSuite({
  sourcesFolder: join(import.meta.dirname, "../automation-sources"),
  environment: { WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
});
const operation = "/api/shelf/things";
const PASSWORD = "correct horse battery";

let chat: Receiver;
let ada: Visitor;
let shop: string;
let key: string;
let bob: Page;

/** What a tab of the shared account does. */
const inShop = async (path: string, body: object = {}) => {
  const answer = await ada.call("POST", path, body, { "x-account": shop });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};
const read = async (path: string) => (await ada.call("GET", path, undefined, { "x-account": shop })).body;
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${address()}${path}`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Signs in through the page's own form, as a fresh browser does. */
async function signIn(at: Page, email: string): Promise<void> {
  await at.getByLabel("Email").fill(email);
  await at.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await at.getByRole("button", { name: "Sign in", exact: true }).click();
  await at.waitForURL(({ pathname }) => pathname !== "/sign-in");
}

beforeAll(async () => {
  chat = await startReceiver();
  ada = new Visitor(running());
  await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  shop = (await ada.post("/accounts", { name: "Shop" })).body.id;
  const settings = { DATA_DIR: folder(), LOG_LEVEL: "silent" };
  expect(await endHere(["accounts", "grant", "5000", "--account", shop], settings)).toMatchObject({ code: 0 });
  const colleague = new Visitor(running());
  await colleague.signUp("bob@people.example");
  await colleague.confirm("bob@people.example");
  await inShop("/invitations", { email: "bob@people.example", role: "developer" });
  const token = await vi.waitFor(() => ada.tokenTo("bob@people.example", "You are invited to Shop"), 60_000);
  expect((await colleague.post("/invitations/accept", { token })).status).toBe(200);
  const open = { usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
  key = (await inShop("/keys", { name: "Till", ...open })).api_key;
  const own = await colleague.call("POST", "/keys", { name: "Bob's", ...open }, { "x-account": shop });
  expect(own.status).toBe(200);
  bob = await (await newContext()).newPage();
});
afterAll(() => chat.close());

test("a colleague who opens a link of the shared account in a fresh browser signs in and sees what it is about, whatever kind of link it is", async () => {
  const answer = await send(operation, { shelf: "top", count: 2 });
  expect(answer.status).toBe(200);
  const request = answer.headers.get("x-request-id")!;
  const started = async (answer: Response) => ((await answer.json()) as { id: string }).id;
  const job = await started(await send(operation, { shelf: "low", count: 1 }, { prefer: "respond-async" }));
  const lines = { operation: "shelf/things", requests: [{ shelf: "b", count: 1 }] };
  const batch = await started(await send("/batches", lines));
  const hook = (await inShop("/webhooks", { url: `http://127.0.0.1:${chat.port}/chat`, format: "slack", events: null }))
    .id;
  const rules = [{ field: "price", when: "falls_by_percent", value: 10 }];
  const plan = { name: "Watch: lamps", operation, cron: "0 7 1 1 *", time_zone: "UTC", track: ["price"], rules };
  const watch = await inShop("/schedules", { ...plan, request: { shelf: "sale of colleagues", count: 2 } });
  for (const price of [64, 32]) {
    await inShop(`/schedules/${watch.id}/run`);
    const lamp = async () => (await read(`/schedules/${watch.id}/tracked?field=price`)).records[0]?.now;
    // A run is compared after it has ended.
    await expect.poll(lamp).toBe(price);
  }
  const { store } = await openHealthIn(folder());
  const recall = await sampleRecall(store, shop, request);
  await store.close();
  const { keys } = (await read("/keys")) as { keys: Array<{ id: string; name: string }> };
  const keyId = keys.find(({ name }) => name === "Till")!.id;

  const mailed = async () =>
    (await ada.mailsTo("ada@people.example")).find(({ link }) => link?.includes(watch.id))?.link;
  await expect.poll(mailed).toBeDefined();
  // Messages and feeds have links only with a PUBLIC_URL.
  const { link: told } = chatMessage("watch.triggered", { schedule_id: watch.id, fired: [] }, address(), shop);
  await page()
    .context()
    .addCookies(
      ada.cookie.split("; ").map((pair) => {
        const [name = "", value = ""] = pair.split("=");
        return { name, value, url: address() };
      }),
    );
  await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page().goto(`/requests/${request}?account=${shop}`);
  await page().getByRole("button", { name: "Copy link" }).click();
  const copied = (await page().evaluate("navigator.clipboard.readText()")) as string;

  const own = (path: string) => `${path}${path.includes("?") ? "&" : "?"}account=${shop}`;
  const links: Array<[kind: string, link: string, shows: string | RegExp]> = [
    ["a request", own(`/requests/${request}`), "shelf/things"],
    ["a job", own(`/automation/jobs/${job}`), job],
    ["a batch", own(`/automation/batches/${batch}`), batch],
    ["a schedule", own(`/automation/schedules/${watch.id}`), "Watch: lamps"],
    ["a record's history", own(`/automation/schedules/${watch.id}?record=1&field=price`), "First seen"],
    ["a recall", own(`/recalled/${recall}`), "price: median"],
    ["a key", own(`/keys/${keyId}`), "key of ada"],
    ["a webhook", own(`/automation/webhooks/${hook}`), "watch.triggered"],
    ["a copied link", copied, "shelf/things"],
    ["a watch's mail", (await mailed())!, "Watch: lamps"],
    ["a chat's message", told!, "Watch: lamps"],
  ];
  await bob.goto(links[0]![1]);
  await signIn(bob, "bob@people.example");
  for (const [kind, link, shows] of links) {
    if (bob.url() !== new URL(link, address()).href) await bob.goto(link);
    await bob.getByText(shows).first().waitFor();
    const shown = [
      await bob.getByText("Not found", { exact: true }).count(),
      new URL(bob.url()).searchParams.get("account"),
    ];
    expect([kind, ...shown]).toEqual([kind, 0, shop]);
  }
});

test("in a shared account the playground opens with the reader's own last call, not a colleague's", async () => {
  const run = await ada.call(
    "POST",
    "/playground/run",
    { operation, body: { shelf: "a shelf of ada's", count: 1 } },
    { "x-account": shop },
  );
  expect(run.body).toContain('"status":200');
  await openPage(bob, "/playground");
  const shelf = bob.getByRole("textbox", { name: "Shelf" });
  await expect.poll(() => shelf.inputValue()).toBe("top");
  await shelf.fill("a shelf of bob's");
  await bob.getByRole("button", { name: "Run", exact: true }).click();
  await bob.getByText("points charged").waitFor();
  await openPage(bob, "/requests");
  await openPage(bob, "/playground");
  await expect.poll(() => shelf.inputValue()).toBe("a shelf of bob's");
});
