import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, loadPage, openPage, signUp } from "../browser.ts";

const { page, address } = browserSuite();
let at: Page;

beforeAll(async () => {
  at = page();
  await signUp(at, "ada@people.example");
});

const hotels = `/playground?${new URLSearchParams({ operation: "/api/stays/hotels/search" })}`;

test("Ctrl+K opens the palette while a field has the focus; choosing the current option keeps it", async () => {
  await openPage(at, hotels);
  await at.getByRole("textbox", { name: "Count" }).click();
  await at.keyboard.press("Control+k");
  await at.getByRole("combobox", { name: "Go to" }).waitFor();
  await at.keyboard.press("Escape");
  await at.getByRole("combobox", { name: "Go to" }).waitFor({ state: "detached" });
  const destination = at.getByRole("combobox", { name: "Destination" }).first();
  const chosen = await destination.inputValue();
  await destination.click();
  await at
    .getByRole("option", { name: new RegExp(`^${chosen}`) })
    .first()
    .click();
  expect(await destination.inputValue()).toContain(chosen);
});

test("Run shows that it is running, and a failed call links to its request", async () => {
  await openPage(at, "/playground");
  await at.getByLabel("Keyword").fill("");
  const held = Promise.withResolvers<void>();
  await at.route("**/playground/run", (route) => held.promise.then(() => route.continue()));
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByRole("button", { name: "Running…" }).waitFor();
  held.resolve();
  await at.getByText("nothing was charged").waitFor();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  await at.getByRole("link", { name: "View in history" }).click();
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
});

test("an error leads to what mends it, in the playground and in the history: an unknown place to its lookup, a cap to the key", async () => {
  const search = { keyword: "plumber", count: 1, location: "Nowhereville" };
  const operation = "/api/bizbureau/businesses/search";
  const unknown = `/playground?${new URLSearchParams({ operation, body: JSON.stringify(search) })}`;
  await openPage(at, unknown);
  await at.getByRole("button", { name: "Run", exact: true }).click();
  const lookup = at.getByRole("link", { name: "Find values of Location" });
  await lookup.waitFor();
  await at.getByRole("link", { name: "View in history" }).click();
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
  await lookup.click();
  await expect.poll(() => at.getByLabel("Query").inputValue()).toBe("Nowhereville");
  await at.getByRole("button", { name: "Run", exact: true }).waitFor();

  const [{ id }] = (await (await at.request.get("/dashboard-api/keys")).json()).keys;
  const cap = (spending_cap: number | null) =>
    at.request.patch(`/dashboard-api/keys/${id}`, { headers: { "x-winnow-dashboard": "1" }, data: { spending_cap } });
  await cap(1);
  await openPage(at, unknown.replace("Nowhereville", "Northdale%2C+OH"));
  const held = Promise.withResolvers<void>();
  await at.route("**/dashboard-api/requests/*", (route) => held.promise.then(() => route.continue()));
  const asked = at.waitForRequest("**/dashboard-api/requests/*");
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await asked;
  const change = at.getByRole("link", { name: "Change the key" });
  expect(await change.count()).toBe(0);
  held.resolve();
  await change.click();
  await at.unrouteAll({ behavior: "ignoreErrors" });
  await at.waitForURL(`**/keys/${id}`);
  await cap(null);
});

test("each row of the requests runs again with its own input, and the playground opens with the last call", async () => {
  const runWith = async (keyword: string) => {
    await at.getByLabel("Keyword").fill(keyword);
    await at.getByRole("button", { name: "Run", exact: true }).click();
    await at.getByRole("link", { name: "View in history" }).waitFor();
  };
  const search = (body: object) =>
    `/playground?${new URLSearchParams({ operation: "/api/nlretail/products/search", body: JSON.stringify(body) })}`;
  await openPage(at, search({ keyword: "lamp", count: 3 }));
  await runWith("lamp");
  await openPage(at, "/requests");
  await openPage(at, search({ keyword: "stoel", count: 2 }));
  await runWith("stoel");
  await openPage(at, "/requests");
  await openPage(at, "/playground");
  const shown = async () => [await at.getByLabel("Keyword").inputValue(), await at.getByLabel("Count").inputValue()];
  expect(await shown()).toEqual(["stoel", "2"]);
  await openPage(at, "/requests");
  await at.getByRole("row").filter({ hasText: "lamp" }).getByRole("link", { name: "Run again" }).click();
  await at.getByRole("heading", { name: "Playground", level: 1 }).waitFor();
  await at.getByLabel("Keyword").waitFor();
  expect(await shown()).toEqual(["lamp", "3"]);
});

test("the palette finds a call by what it asked, and a key and a schedule by name", async () => {
  const open = async (words: string, option: RegExp, heading: string | RegExp) => {
    await at.keyboard.press("Control+k");
    await at.getByRole("combobox", { name: "Go to" }).fill(words);
    await at.getByRole("option", { name: option }).click();
    await at.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };
  const body = JSON.stringify({ destination: "Lisbon", count: 2 });
  await openPage(at, `${hotels}&${new URLSearchParams({ body })}`);
  await at.getByRole("button", { name: "Run", exact: true }).click();
  const request = await at.getByRole("link", { name: "View in history" }).getAttribute("href");
  await open("lisb", /^stays\/hotels\/search: Lisbon.*request$/, "Request");
  expect(new URL(at.url()).pathname).toBe(request);
  await openPage(at, `/automation/schedules/new?${new URLSearchParams({ operation: "/api/stays/hotels/search" })}`);
  await at.getByLabel("Name").fill("Every Monday");
  await at.getByRole("button", { name: "Save schedule" }).click();
  await at.getByRole("heading", { name: "Every Monday", level: 1 }).waitFor();
  const key = await at.evaluate("fetch('/dashboard-api/keys').then((r) => r.json()).then(({ keys }) => keys[0].name)");
  await open(String(key), new RegExp(`^${key}.*key$`), String(key));
  await open("monday", /^Every Monday.*schedule$/, "Every Monday");
});

test("a link that is followed right after typing is not undone when the playground writes the call into the URL", async () => {
  await loadPage(at, "/playground?operation=/api/nlretail/products/search");
  const held = Promise.withResolvers<void>();
  await at.route("**/assets/usage-*.js", (route) => held.promise.then(() => route.continue()));
  await at.getByLabel("Keyword").fill("stoel");
  await at.getByRole("link", { name: "Usage", exact: true }).click();
  // The playground set its timer before this one.
  await at.evaluate("new Promise((done) => setTimeout(done, 400))");
  held.resolve();
  await at.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
  await at.unrouteAll({ behavior: "ignoreErrors" });
});

test("a status typed into the URL is understood; a missing page offers no retry", async () => {
  await openPage(at, "/requests?status=4xx");
  await at.getByRole("table", { name: "Requests" }).waitFor();
  expect(await at.getByRole("combobox", { name: "Status" }).inputValue()).toBe("Client error (4xx)");
  for (const path of ["/keys/none", "/automation/jobs/none", "/requests/none"]) {
    await openPage(at, path);
    await at.getByRole("heading", { name: "Not found" }).waitFor();
    expect(await at.getByRole("button", { name: "Try again" }).count()).toBe(0);
  }
});

test("dates are typed, shown among what is set, and cleared there; Ctrl+Enter runs from a field and from the JSON; arrow keys follow the sorted records", async () => {
  const body = JSON.stringify({ destination: "Lisbon", count: 5 });
  await openPage(at, `${hotels}&${new URLSearchParams({ body })}`);
  const chips = at.getByRole("list", { name: "Set" });
  await at.getByLabel("Check-in").fill("2030-01-11");
  await at.getByLabel("Check-out").fill("2030-01-14");
  await chips.getByText("14 Jan 2030").waitFor();
  for (const field of ["Check-in", "Check-out"]) await at.getByRole("button", { name: `Clear ${field}` }).click();
  expect(await at.getByLabel("Check-in").inputValue()).toBe("");
  await at.getByRole("textbox", { name: "Count" }).press("ArrowDown");
  await at.getByRole("textbox", { name: "Count" }).press("ArrowUp");

  const lastRun = () => at.getByRole("link", { name: "View in history" }).getAttribute("href");
  await at.getByRole("textbox", { name: "Count" }).press("Control+Enter");
  const first = await lastRun();
  await at.getByText("JSON", { exact: true }).first().click();
  await at.getByLabel("The body as JSON").press("Control+Enter");
  await expect.poll(lastRun).not.toBe(first);

  const names = async () => (await at.locator(".records-grid tbody td:nth-child(3)").allTextContents()).slice(0, 2);
  await at.getByRole("button", { name: "Name", exact: true }).click();
  const [top, second] = await names();
  await at.getByRole("button", { name: "Open record 1", exact: true }).click();
  await at.getByRole("dialog", { name: top! }).waitFor();
  await at.keyboard.press("ArrowRight");
  await at.getByRole("dialog", { name: second! }).waitFor();
  await at.keyboard.press("ArrowLeft");
  await at.getByText("Record 1 of 5").waitFor();
  await at.keyboard.press("Escape");
});

test("a field is found by one of its values, which fills it with a press; a run shows the site's total, and becomes a schedule or a watch", async () => {
  const body = JSON.stringify({ destination: "Lisbon", count: 5 });
  await openPage(at, `${hotels}&${new URLSearchParams({ body })}`);
  await at.getByLabel("Find a field").fill("pool view");
  await at.getByText(/^[1-9]\d* matching fields?$/).waitFor();
  await at.getByRole("button", { name: /^Pool view/, pressed: false }).click();
  await at.getByRole("list", { name: "Set" }).getByText("Pool view").waitFor();
  await at.getByRole("button", { name: /^Pool view/, pressed: true }).click();
  await at.getByLabel("Find a field").fill("");
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByText(/^The site has [\d,]+ results\.$/).waitFor();
  await at.getByRole("link", { name: "Watch" }).click();
  await at.getByRole("heading", { name: "New watch", level: 1 }).waitFor();
  await at.getByText("the call, its name, and what else is tracked").click();
  await expect.poll(() => at.getByLabel("Name").inputValue()).toBe("Watch: Lisbon");
  expect(await at.getByRole("combobox", { name: "When" }).inputValue()).toMatch(/^Every day/);
  // The form is filled in with the call that ran.
  expect(await at.getByRole("textbox", { name: "Count" }).inputValue()).toBe("5");
  await at.getByRole("textbox", { name: "Count" }).fill("3");
  await at.getByRole("button", { name: "Start watching" }).click();
  await at.getByText("No changes yet").waitFor();
});

test("an address with an operation that does not exist says so, and offers the others", async () => {
  await openPage(at, "/automation/batches/new?operation=/api/no/such");
  await at.getByText("There is no operation /api/no/such here").waitFor();
  await openPage(at, "/automation/batches/new?operation=/api/nlretail/products/search");
  await at.getByLabel("Paste a list or a table").waitFor();
  expect(await at.getByText("There is no operation").count()).toBe(0);
});

test("a batch of one call is filled in, priced and started without a file", async () => {
  await openPage(at, "/automation/batches/new?operation=/api/nlretail/products/search");
  await at.getByLabel("Paste a list or a table").fill("koffiezetapparaat");
  await at.getByRole("textbox", { name: "Count" }).fill("2");
  await at.getByRole("button", { name: "Check price" }).click();
  await at.getByRole("heading", { name: /^1 call, at most \d+ points$/ }).waitFor();
  await at.getByRole("button", { name: "Start batch" }).click();
  await at.getByText("Finished").waitFor();
});

test("each program has its own settings, sign-in first; a program that calls appears as connected without a reload", async () => {
  await at.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(at, "/mcp-setup");
  expect(await at.getByRole("radio", { name: "Sign in (recommended)" }).isChecked()).toBe(true);
  const copied = async (program: string) => {
    await at.getByRole("tab", { name: program, exact: true }).click();
    await at.getByRole("button", { name: `Copy for ${program}`, exact: true }).click();
    return (await at.evaluate("navigator.clipboard.readText()")) as string;
  };
  expect(await copied("Claude")).toBe(`${address()}/mcp`);
  expect(await copied("Claude Code")).toBe(`claude mcp add --transport http winnow ${address()}/mcp`);
  expect(JSON.parse(await copied("Cursor"))).toEqual({ mcpServers: { winnow: { url: `${address()}/mcp` } } });
  expect(JSON.parse(await copied("VS Code")).servers.winnow.url).toBe(`${address()}/mcp`);
  await at.getByText("No program is connected yet.").waitFor();

  // Creates the key outside the page, as another tab would: the open page follows.
  const key = (await at.evaluate(`fetch("/dashboard-api/keys", {
    method: "POST",
    headers: { "x-winnow-dashboard": "1", "content-type": "application/json" },
    body: JSON.stringify({ name: "My agent", usage_context: "mcp_only", sources: null, expires_in_days: null, spending_cap: null }),
  }).then((answer) => answer.json()).then(({ api_key }) => api_key)`)) as string;
  const programs = at.getByRole("region", { name: "Connected programs" });
  await programs.getByText("Allowed, not used yet").waitFor();
  const asked = { operation: "nlretail/products/search", request: { keyword: "koffiezetapparaat", count: 1 } };
  const answer = await fetch(`${address()}/mcp`, {
    method: "POST",
    headers: {
      "access-token": key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "execute", arguments: asked },
    }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("NlretailSearchProduct")]);
  await programs.getByText("Connected", { exact: true }).waitFor();
});

test("a wrong password is reported at its field", async () => {
  await openPage(at, "/settings");
  await at.getByLabel("Current password").fill("not the right one");
  await at.getByLabel("New password").fill("another horse battery");
  await at.getByRole("button", { name: "Change password" }).click();
  await at.locator("form").getByText("The current password is wrong.").waitFor();
});

test("a member who was signed out in another tab keeps the page, and returns to it after signing in; an expired link is reported before a new password is chosen", async () => {
  await openPage(at, "/settings");
  await at.context().clearCookies();
  await at.getByLabel("Name").fill("Not saved yet");
  await at.getByRole("button", { name: "Save name" }).click();
  await at.getByText("Your session has ended.").waitFor();
  expect(await at.getByLabel("Name").inputValue()).toBe("Not saved yet");
  await at.getByRole("link", { name: "Sign in again" }).click();
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  expect(new URL(at.url()).searchParams.get("next")).toBe("/settings");
  await openPage(at, "/reset-password?token=x");
  await at.getByRole("heading", { name: "This link no longer works" }).waitFor();
});

test("a phone shows points, reference, status and the result of a run; a printed page has no menus", async () => {
  await at.setViewportSize({ width: 390, height: 844 });
  await openPage(at, "/");
  await at.getByRole("link", { name: "API reference", exact: true }).first().waitFor();
  await at.getByRole("link", { name: "Status", exact: true }).first().waitFor();
  await signUp(at, "grace@people.example");
  await openPage(at, hotels);
  await at.getByRole("link", { name: "1,000 points" }).waitFor();
  await at.getByRole("button", { name: "Run", exact: true }).click();
  const cost = at.getByText("View in history");
  await cost.waitFor();
  expect(await cost.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(844);
  await at.emulateMedia({ media: "print" });
  expect(await at.locator(".shell-bar").first().isVisible()).toBe(false);
});

test.each([
  ["/account", "/settings", "Settings"],
  ["/members", "/settings?of=account", "Settings"],
  ["/plans", "/points?view=plans", "Points"],
  ["/automation/jobs?status=failed", "/automation/runs?status=failed", "Runs"],
  ["/automation/batches", "/automation/runs?show=batches", "Runs"],
  ["/automation/webhooks", "/automation/deliveries", "Deliveries"],
  ["/automation/destinations", "/automation/deliveries", "Deliveries"],
])("a bookmark of the former address %s opens %s", async (former, now, heading) => {
  await loadPage(at, former);
  await at.getByRole("heading", { name: heading, level: 1 }).waitFor();
  expect(at.url().replace(address(), "")).toBe(now);
});
