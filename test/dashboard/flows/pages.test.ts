import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "../browser.ts";

const { address, newContext } = browserSuite();

/** Far from UTC, so that a time in the wrong zone is noticed. */
const ZONE = "America/New_York";

let at: Page;
let key: string;
/** The newest call that was answered at once. */
let latest: string;

const hotels = "/api/stays/hotels/search";
const stay = { destination: "Lisbon", count: 5, checkin: "2030-11-20", checkout: "2030-11-24" };

async function call(body: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${address()}${hotels}`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.headers.get("x-request-id")!;
}

const rows = (label: string) => at.getByRole("table", { name: label }).getByRole("row");

beforeAll(async () => {
  at = await (await newContext({ timezoneId: ZONE })).newPage();
  await openPage(at, "/");
});

test("a visitor runs a prepared search on the landing page without an account, and its cards open the playground after a sign-up", async () => {
  const [sent, received] = [
    at.getByRole("region", { name: "The call" }),
    at.getByRole("region", { name: "The response" }),
  ];
  expect(await sent.textContent()).toContain("curl ");
  expect(await received.textContent()).toContain('"@type"');
  await at.getByRole("button", { name: "Hotels: Lisbon" }).click();
  await at.getByText(/^5 records in \d+ ms, from sample data/).waitFor();
  expect(await sent.textContent()).toContain(hotels);
  expect(JSON.parse((await received.textContent())!)).toHaveLength(5);
  const lodging = at.getByRole("region", { name: "Lodging search" });
  const lookup = lodging.getByRole("link", { name: /^Destinations by name/ });
  expect(await lookup.isVisible()).toBe(false);
  await lodging.getByText("2 lookups for valid values").click();
  expect(await lookup.isVisible()).toBe(true);
  await lodging.getByRole("link", { name: /^Hotels and other lodging/ }).click();
  // A visitor reaches the playground after signing in.
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  expect(new URL(at.url()).searchParams.get("next")).toBe(`/playground?operation=${encodeURIComponent(hotels)}`);

  await at.getByRole("link", { name: "Create an account" }).click();
  await at.getByLabel("Name").fill("Grace");
  await at.getByLabel("Email").fill("grace@people.example");
  await at.getByLabel("Password").fill("correct horse battery");
  await at.getByRole("button", { name: "Create account" }).click();
  await at.getByRole("heading", { name: "Playground", level: 1 }).waitFor();
  expect(new URL(at.url()).searchParams.get("operation")).toBe(hotels);
  // The new key is still shown where keys are.
  await openPage(at, "/keys");
  await at.getByText(/wnw_/).first().waitFor();

  await at.context().clearCookies();
  key = await signUp(at, "ada@people.example");
  await call(stay);
  await call({ destination: "Porto", count: 5 });
  await call({ destination: "Porto", count: 0 });
  await call({ destination: "Faro", count: 1 }, { prefer: "respond-async" });
  latest = await call({ ...stay, adults: 3 });
});

test("a request shows in plain text what the source took a name for, although the header is encoded", async () => {
  await openPage(at, `/requests/${latest}`);
  const received = at.getByRole("table", { name: "Response headers" });
  await received.getByText('"destination": "Lisbon, Lisbon Region, Portugal"').waitFor();
});

test("comparing a run preselects the previous one with the same parameters, and formats prices", async () => {
  await openPage(at, `/requests/${latest}`);
  await at.getByRole("link", { name: "Compare" }).click();
  await at.getByRole("columnheader", { name: "Earlier run" }).waitFor();
  await at.getByRole("combobox", { name: "Compare with" }).click();
  await at.getByRole("option", { name: /Lisbon, 20–24 Nov/ }).click();
  const differences = at.getByRole("region", { name: "Differences" });
  await differences
    .getByText(/^\$[\d,.]+ → \$[\d,.]+$/)
    .first()
    .waitFor();
  expect(await differences.textContent()).not.toContain("@type");
});

test("a record has its name as the title, links to the records before and after, and API field names with their meaning", async () => {
  await openPage(at, `/requests/${latest}`);
  await at.getByRole("button", { name: "Open record 1", exact: true }).click();
  const drawer = at.getByRole("dialog");
  await drawer.getByText("Record 1 of 5").waitFor();
  const title = await drawer.getByRole("heading").first().textContent();
  const field = drawer.getByRole("rowheader").filter({ has: at.locator("code", { hasText: /^review$/ }) });
  expect(await field.textContent()).toMatch(/^Reviewreview · \w+/);
  await drawer.getByRole("button", { name: "Next" }).click();
  await drawer.getByText("Record 2 of 5").waitFor();
  expect(await drawer.getByRole("heading").first().textContent()).not.toBe(title);
  await drawer.getByRole("button", { name: "Previous" }).click();
  await drawer.getByText("Record 1 of 5").waitFor();
});

test("latency is drawn by operation, with the same date on the axis and in the tooltip", async () => {
  await openPage(at, "/usage?days=7&show=latency");
  const chart = at.getByRole("region", { name: /choose with the arrow keys/ });
  await chart.focus();
  await at.keyboard.press("End");
  const tooltip = at.locator(".chart-tooltip");
  await tooltip.getByText("stays/hotels/search").waitFor();
  const title = (await tooltip.locator("p").first().textContent())!;
  expect(await chart.locator("text").allTextContents()).toContain(title.replace(/ \d{4}$/, ""));
});

test("the status page shows on how many days its uptime was measured", async () => {
  await openPage(at, "/status");
  await at
    .getByText(/^100\.00% uptime, measured on 1 of 90 days$/)
    .first()
    .waitFor();
  expect(await at.getByText("No uptime measured yet").count()).toBeGreaterThan(0);
});

test.each([1, 7])(
  "usage of %i days matches the request history in the viewer's time zone, and every bar links to its requests",
  async (days) => {
    await openPage(at, `/usage?days=${days}`);
    const calls = at.getByRole("link", { name: /^Calls: / });
    const counted = Number(await calls.textContent());
    expect(counted).toBeGreaterThanOrEqual(3);
    await at.getByText(`Time zone: ${ZONE}`).waitFor();
    await at.getByRole("region", { name: /choose with the arrow keys/ }).focus();
    await at.keyboard.press("End");
    const tooltip = at.locator(".chart-tooltip");
    const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: ZONE }).format();
    expect(await tooltip.locator("p").first().textContent()).toContain(today);
    expect(await tooltip.locator("p").last().textContent()).toMatch(
      days === 1 ? /:00 UTC$/ : /0[45]:00.*0[45]:00 UTC$/,
    );
    const ofColumn = Number(/: (\d+)/.exec((await tooltip.locator("p").first().textContent())!)?.[1]);
    await at.keyboard.press("Enter");
    await at.getByRole("heading", { name: "Requests", level: 1 }).waitFor();
    await rows("Requests").first().waitFor();
    // One row is the header.
    expect((await rows("Requests").count()) - 1).toBe(ofColumn);
    await at.goBack();
    await calls.click();
    await rows("Requests").first().waitFor();
    expect((await rows("Requests").count()) - 1).toBe(counted);
    const refused = rows("Requests").filter({ has: at.getByText("422", { exact: true }) });
    expect(await refused.locator("time").getAttribute("title")).toMatch(/ (EST|EDT|GMT-[45]) · .* UTC$/);
  },
);

test("lists tell calls apart by the parameters that differ", async () => {
  await openPage(at, "/requests");
  await rows("Requests").filter({ hasText: "Lisbon, 20–24 Nov, 3 adults" }).waitFor();
  await openPage(at, "/overview");
  await at.getByRole("region", { name: "Last requests" }).getByText("Lisbon, 20–24 Nov, 3 adults").waitFor();
  await openPage(at, "/automation/runs");
  await rows("Jobs").filter({ hasText: "Faro" }).waitFor();
  await openPage(at, "/requests?search=Porto&status=2");
  await rows("Requests").filter({ hasText: "Porto" }).getByRole("link", { name: "stays/hotels/search" }).click();
  await at.getByRole("link", { name: "Compare" }).click();
  await at.getByLabel("Compare with").first().click();
  await at.getByRole("option", { name: /Lisbon, 20–24 Nov, 3 adults/ }).waitFor();
});

test("the points statement shows each charge with its call, hides holds, filters what was added, and downloads as a file", async () => {
  await openPage(at, "/points");
  const entries = rows("Points");
  await entries.filter({ hasText: "Lisbon, 20–24 Nov, 3 adults" }).first().waitFor();
  expect(await entries.filter({ hasText: /Held/ }).count()).toBe(0);
  await at.getByRole("switch", { name: "Show holds and releases" }).click();
  await entries.filter({ hasText: "Held for this call" }).first().waitFor();
  await at.getByRole("switch", { name: "Show holds and releases" }).click();
  const download = at.waitForEvent("download");
  await at.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("points.csv");
  await at.getByText("Added", { exact: true }).click();
  await entries.filter({ hasText: "+1,000" }).waitFor();
  expect(await entries.filter({ hasText: "stays/hotels" }).count()).toBe(0);
  await at.getByText("Charges", { exact: true }).click();
  await entries.filter({ hasText: "stays/hotels" }).first().getByRole("link").click();
  await at.getByRole("heading", { name: "Request", level: 1 }).waitFor();
});

test("a list shows all its columns at every width, as cards where they do not fit", async () => {
  const shown = async (path: string, label: string, texts: Array<string | RegExp>, widths: number[]) => {
    await openPage(at, path);
    await rows(label).nth(1).waitFor();
    for (const width of widths) {
      await at.setViewportSize({ width, height: 860 });
      await expect
        .poll(() =>
          at
            .locator(".data-table-frame")
            .first()
            .evaluate((one: any) => one.scrollWidth - one.clientWidth),
        )
        .toBeLessThanOrEqual(1);
      for (const text of texts) {
        const box = await rows(label).nth(1).getByRole("cell").filter({ hasText: text }).first().boundingBox();
        expect([label, width, text, box!.x >= 0 && box!.x + box!.width <= width]).toEqual([label, width, text, true]);
      }
    }
    await at.setViewportSize({ width: 1280, height: 860 });
  };
  await shown("/requests?status=2", "Requests", [/\d:\d\d:\d\d$/, /\d m?s$/], [1440, 1024, 768, 390]);
  await shown("/points?view=plans", "Plans", ["5,000", "1,000 once"], [768]);
});

test("pressing a column header sorts the list, pressing it again reverses it", async () => {
  await openPage(at, "/usage?days=1&by=status");
  const table = at.getByRole("table", { name: "Usage by status" });
  const header = table.getByRole("columnheader", { name: "Calls" });
  await header.getByRole("button").click();
  expect(await header.getAttribute("aria-sort")).toBe("descending");
  await header.getByRole("button").press("Enter");
  expect(await header.getAttribute("aria-sort")).toBe("ascending");
});

test("the command palette switches the theme, creates a key, runs an operation and signs out", async () => {
  const choose = async (words: string, name: string | RegExp) => {
    await at.keyboard.press("Control+k");
    await at.getByRole("combobox", { name: "Go to" }).fill(words);
    await at.getByRole("option", { name }).first().waitFor();
    await at.keyboard.press("Enter");
    await at.getByRole("combobox", { name: "Go to" }).waitFor({ state: "detached" });
  };
  await openPage(at, "/overview");
  await choose("dark", "Switch to dark theme");
  await at.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: "attached" });
  await choose("light theme", "Switch to light theme");
  await choose("new key", "New key");
  await at.getByRole("button", { name: "Create key" }).waitFor();
  await choose("new schedule", "New schedule");
  await at.getByRole("heading", { name: "New schedule", level: 1 }).waitFor();
  await choose("run: hotels", /^Run: Hotels/);
  await at.getByRole("button", { name: "Run", exact: true }).waitFor();
  await choose("sign out", "Sign out");
  await at.getByRole("button", { name: "Sign in" }).waitFor();
  await openPage(at, "/overview");
  await at.getByRole("button", { name: "Sign in" }).waitFor();
});
