import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Visitor } from "../../support/dashboard/dashboard.ts";
import { OPENID_CLIENT, startOpenIdProvider } from "../../support/openid-provider.ts";
import { browserSuite, loadPage as load, openPage, signUp } from "../browser.ts";

/** One story: an account of several people, from its creation to its deletion, as its people see it. */

const ADA = "ada@acme.example";
const BOB = "bob@people.example";
const PASSWORD = "correct horse battery";
const records = new Map<string, string>();
const { page, address, running, newContext } = browserSuite({
  environment: { WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
  resolveTxt: async (name) => [[records.get(name) ?? ""]],
});

let ada: Page;
let bob: Page;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;

/** Somebody with a confirmed address, in this page's browser. */
async function arrive(at: Page, email: string): Promise<void> {
  await signUp(at, email, email.split("@")[0]);
  const { link } = await new Visitor(running()).mailTo(email, "Confirm your address");
  await at.goto(link!);
  await at.getByText("your address is confirmed").waitFor();
}

const accountOf = (at: Page) => new URL(at.url()).searchParams.get("account");

/** Loads a page of the account that the tab shows. */
const loadPage = (at: Page, path: string) => {
  const account = accountOf(at);
  return load(at, account === null ? path : `${path}${path.includes("?") ? "&" : "?"}account=${account}`);
};

const confirm = (at: Page, name: string) => at.getByRole("dialog").getByRole("button", { name, exact: true }).click();

async function choose(at: Page, label: string, option: string): Promise<void> {
  await at.getByRole("combobox", { name: label, exact: true }).click();
  await at.getByRole("option", { name: option, exact: true }).click();
}

beforeAll(async () => {
  ada = page();
  bob = await (await newContext()).newPage();
  provider = await startOpenIdProvider(`${address()}/sign-in/return`);
  await arrive(ada, ADA);
  await arrive(bob, BOB);
});
afterAll(() => provider?.close());

test("an owner creates an account and invites somebody, who joins by the mailed link and only reads its members", async () => {
  await openPage(ada, "/settings?of=account");
  await ada.getByLabel("Name of the new account").fill("Shop");
  await ada.getByRole("button", { name: "Create account" }).click();
  await ada.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
  await ada.getByLabel("Email").fill(BOB);
  await ada.getByRole("button", { name: "Invite" }).click();
  await ada.getByRole("table", { name: "Open invitations" }).getByText(BOB).waitFor();

  const visitor = new Visitor(running());
  const invited = "You are invited to Shop";
  await expect.poll(async () => (await visitor.mailsTo(BOB)).map(({ subject }) => subject)).toContain(invited);
  await bob.goto((await visitor.mailTo(BOB, invited)).link!);
  await bob.getByRole("button", { name: "Join Shop" }).click();
  await bob.waitForURL(/overview/);
  await openPage(bob, "/settings?of=account");
  await bob.getByRole("table", { name: "Members" }).getByText(ADA).waitFor();
  for (const name of ["Invite", "Remove", "Transfer ownership", "Delete this account", "Save single sign-on"])
    expect([name, await bob.getByRole("button", { name }).count()]).toEqual([name, 0]);
  expect(await bob.getByRole("combobox", { name: /^Role of/ }).count()).toBe(0);
  expect(await bob.getByRole("table", { name: "Changes" }).count()).toBe(0);
});

test("a developer sees whose each key is, and may change only their own", async () => {
  const account = accountOf(ada)!;
  await ada.context().request.post("/dashboard-api/keys", {
    headers: { "x-winnow-dashboard": "1", "x-account": account },
    data: { name: "Till", usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null },
  });
  await loadPage(bob, "/keys");
  await bob.getByRole("button", { name: "Create key" }).click();
  await bob.getByTestId("api-key").waitFor();
  const row = (name: string) => bob.getByRole("table", { name: "Keys" }).getByRole("row").filter({ hasText: name });
  await row("Till").getByRole("cell", { name: "ada", exact: true }).waitFor();
  await row("Key 2").getByRole("cell", { name: "bob", exact: true }).waitFor();
  expect(await row("Till").getByRole("button", { name: "Revoke" }).count()).toBe(0);
  expect(await row("Key 2").getByRole("button", { name: "Revoke" }).count()).toBe(1);
});

test("the menu opens another account in the tab and the personal one again, on a phone too", async () => {
  await bob.setViewportSize({ width: 390, height: 844 });
  const avatar = (await bob.getByRole("button", { name: "Your menu" }).boundingBox())!;
  expect(avatar.x + avatar.width).toBeLessThanOrEqual(390);
  await bob.getByRole("button", { name: "Your menu" }).click();
  await bob.getByRole("menuitem", { name: "Personal" }).click();
  await bob.waitForURL(/overview/);
  await loadPage(bob, "/settings?of=account");
  await bob.getByLabel("Name of the new account").waitFor();
  await bob.getByRole("button", { name: "Your menu" }).click();
  await bob.getByRole("menuitem", { name: "Shop" }).click();
  await bob.waitForURL(/overview/);
  await loadPage(bob, "/settings?of=account");
  await bob.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
  await bob.setViewportSize({ width: 1280, height: 860 });
});

test("a program is let in for the account that its page names, and another can be chosen there", async () => {
  const redirect_uri = "http://127.0.0.1:47111/callback";
  const registered = await fetch(`${address()}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Desk agent", redirect_uris: [redirect_uri] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "S256" };
  const query = new URLSearchParams({ response_type: "code", client_id, redirect_uri, ...challenge });
  await loadPage(ada, `/oauth/authorize?${query}`);
  await ada.getByText("through the account Shop").waitFor();
  await choose(ada, "Account", "Personal");
  await ada.getByText("through your personal account").waitFor();
  await choose(ada, "Account", "Shop");
  await ada.getByText("through the account Shop").waitFor();
});

test("the usage of an account is shown by member", async () => {
  const visitor = new Visitor(running());
  visitor.cookie = (await ada.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const { accounts } = (await visitor.get("/accounts")).body;
  const key = { name: "k", usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
  const { body } = await visitor.call("POST", "/keys", key, { "x-account": accounts[0].id });
  // Without points it is refused, which is a call too.
  await fetch(`${address()}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": body.api_key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "lamp" }),
  });
  await loadPage(ada, "/usage");
  const members = ada.getByRole("table", { name: "Usage by member" });
  await members.getByRole("row").filter({ hasText: "ada" }).getByText("1").first().waitFor();
  expect(await members.getByRole("row").count()).toBe(3);
});

test("an owner changes a role, a spending cap and the name, and the changes say who made them", async () => {
  await loadPage(ada, "/settings?of=account");
  await choose(ada, "Role of bob", "Admin");
  await ada.getByText("Role changed.").waitFor();
  await ada.getByRole("button", { name: "Spending cap of bob" }).click();
  await ada.getByRole("dialog").getByLabel("Spending cap").fill("500");
  await confirm(ada, "Save cap");
  await ada.getByRole("table", { name: "Members" }).getByText("0 of 500").waitFor();
  await ada.getByLabel("Name of the account").fill("Corner shop");
  await ada.getByRole("button", { name: "Save name" }).click();
  await ada.getByRole("heading", { name: "Corner shop", level: 1 }).waitFor();
  const changed = ada
    .getByRole("table", { name: "Changes" })
    .getByRole("row")
    .filter({ hasText: "Member role changed" });
  await changed.getByText(BOB).waitFor();
  await changed.getByText(ADA).waitFor();
  await loadPage(bob, "/settings?of=account");
  await bob.getByRole("button", { name: "Invite" }).waitFor();
  await bob.getByRole("table", { name: "Changes" }).waitFor();
  expect(await bob.getByRole("button", { name: "Delete this account" }).count()).toBe(0);
});

test("an owner sets up single sign-on, proves the domain, and members sign in through the provider", async () => {
  await ada.getByRole("link", { name: "Set up single sign-on" }).click();
  const settings = ada.getByRole("form", { name: "Single sign-on" });
  await settings.getByRole("textbox", { name: "Domain" }).fill("acme.example");
  await settings.getByLabel("Issuer").fill(provider.issuer);
  await settings.getByLabel("Client ID").fill(OPENID_CLIENT.clientId);
  await settings.getByLabel("Client secret", { exact: true }).fill(OPENID_CLIENT.clientSecret);
  await choose(ada, "Role of newcomers", "Viewer");
  expect(await settings.getByRole("switch").isDisabled()).toBe(true);
  await ada.getByRole("button", { name: "Save single sign-on" }).click();

  const proof = ada.getByRole("region", { name: "Proof of the domain" });
  await proof.getByText("Not proved", { exact: true }).waitFor();
  await proof.getByRole("button", { name: "Check now" }).click();
  await proof.getByRole("alert").getByText("is not there yet").waitFor();
  const [name, value] = await proof.locator("code").allInnerTexts();
  records.set(name!, value!);
  await proof.getByRole("button", { name: "Check now" }).click();
  await proof.getByText("Proved", { exact: true }).waitFor();
  await settings.getByRole("switch").click();
  await ada.getByRole("button", { name: "Save single sign-on" }).click();
  await ada.getByText("Single sign-on saved.").last().waitFor();

  // Bob signed in with a password: his tab says what to do, and shows his personal account meanwhile.
  await loadPage(bob, "/settings?of=account");
  await bob.getByText("Members of this account use single sign-on.").waitFor();
  await bob.getByLabel("Name of the new account").waitFor();

  const carol = await (await newContext()).newPage();
  provider.become({ email: "carol@acme.example", email_verified: true, name: "carol" });
  await carol.goto("/sign-in");
  await carol.getByLabel("Email").fill("carol@acme.example");
  await carol.getByRole("button", { name: "Use single sign-on" }).click();
  await carol.waitForURL(/overview/);
  await carol.getByText("Corner shop").first().waitFor();
  await openPage(carol, "/keys");
  await carol.getByRole("table", { name: "Keys" }).waitFor();
  expect(await carol.getByRole("button", { name: /Create key|Revoke/ }).count()).toBe(0);

  await ada.getByRole("button", { name: "Remove", exact: true }).last().click();
  await confirm(ada, "Remove");
  await proof.waitFor({ state: "detached" });
});

test("a removed member's open tab says so and does nothing for another account; loaded again, it shows the personal one", async () => {
  await loadPage(bob, "/settings?of=account");
  await loadPage(ada, "/settings?of=account");
  const row = ada.getByRole("table", { name: "Members" }).getByRole("row").filter({ hasText: BOB });
  await row.getByRole("button", { name: "Remove" }).click();
  await confirm(ada, "Remove");
  await confirm(ada, "Done");
  await row.waitFor({ state: "detached" });

  await bob.getByLabel("Email").fill("friend@people.example");
  await bob.getByRole("button", { name: "Invite" }).click();
  await bob.getByText("You are no longer a member of the account in this tab.").waitFor();
  await bob.getByRole("heading", { name: "Corner shop", level: 1 }).waitFor();
  await bob.getByRole("link", { name: "Open your personal account" }).click();
  await bob.waitForURL(/overview/);
  await loadPage(bob, "/settings?of=account");
  await bob.getByLabel("Name of the new account").waitFor();
  expect(await bob.getByText("You are no longer a member").count()).toBe(0);
});

test("an owner hands the account over, and a later owner deletes it with a password", async () => {
  const ownership = ada.getByRole("region", { name: "Ownership" });
  await choose(ada, "New owner", "carol@acme.example");
  await ownership.getByRole("button", { name: "Transfer ownership" }).click();
  await confirm(ada, "Transfer");
  await ownership.waitFor({ state: "detached" });
  await ada.getByText("Your role in this account: admin.").waitFor();

  await ada.getByRole("button", { name: "Your menu" }).click();
  await ada.getByRole("menuitem", { name: "Personal" }).click();
  await ada.waitForURL(/overview/);
  await loadPage(ada, "/settings?of=account");
  await ada.getByLabel("Name of the new account").fill("Short-lived");
  await ada.getByRole("button", { name: "Create account" }).click();
  await ada.getByRole("button", { name: "Delete this account" }).click();
  await ada.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
  await confirm(ada, "Delete permanently");
  await ada.waitForURL(/overview/);
  await ada.getByRole("button", { name: "Your menu" }).click();
  await ada.getByRole("menuitem", { name: "Corner shop" }).waitFor();
  expect(await ada.getByRole("menuitem", { name: "Short-lived" }).count()).toBe(0);
});
