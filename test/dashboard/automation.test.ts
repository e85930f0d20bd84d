import { createHash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserSuite, openPage, signUp } from "./browser.ts";
import { expectGoodLook, lookAtAll, runAxe } from "./look.ts";

const { page, address } = browserSuite({
  sourcesFolder: join(import.meta.dirname, "automation-sources"),
  environment: { WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
});

let key: string;
let receiver: Server;
const received: Array<Record<string, unknown>> = [];

beforeAll(async () => {
  key = await signUp(page(), "ada@people.example");
  await page().emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === "GET") return void response.end("connected");
    received.push({ ...JSON.parse(Buffer.concat(chunks).toString()), signature: request.headers["webhook-signature"] });
    response.end("thanks");
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

const chooseFile = (name: string, text: string) =>
  page()
    .getByLabel("Or drop or choose a file")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Drops a file on the area as a user would: the browser itself puts it into the input. */
async function dropFile(name: string, text: string): Promise<void> {
  const path = join(await mkdtemp(join(tmpdir(), "winnow-drop-")), name);
  await writeFile(path, text);
  const { x, y, width, height } = (await page().getByLabel("Or drop or choose a file").boundingBox())!;
  const session = await page().context().newCDPSession(page());
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    await session.send("Input.dispatchDragEvent", { type, x: x + width / 2, y: y + height / 2, data });
  }
  await session.detach();
}

/** The lines of the CSV file behind the page's Download button. */
async function downloadedCsv(): Promise<string[]> {
  await page().getByRole("button", { name: "Download", exact: true }).click();
  const download = page().waitForEvent("download");
  await page().getByRole("menuitem", { name: "CSV", exact: true }).click();
  return (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
}

test("a job page follows a running job, cancels it after a confirmation, and the list filters by the status in the URL", async () => {
  const at = page();
  const submitted = await fetch(`${address()}/api/shelf/things`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json", prefer: "respond-async" },
    body: JSON.stringify({ shelf: "slow", count: 3_000 }),
  });
  const { id } = (await submitted.json()) as { id: string };
  let asked = 0;
  at.on("request", (request) => {
    if (new URL(request.url()).pathname === `/dashboard-api/jobs/${id}`) asked += 1;
  });
  const followed = at.waitForRequest((request) => request.url().endsWith(`/dashboard-api/jobs/${id}/events`));
  await openPage(at, `/automation/jobs/${id}`);
  await followed;
  const soFar = async () =>
    Number(/(\d+) records? so far/.exec((await at.getByRole("status").textContent()) ?? "")?.[1]);
  await expect.poll(soFar, { timeout: 20_000 }).toBeGreaterThan(0);
  const first = await soFar();
  await expect.poll(soFar, { timeout: 20_000 }).toBeGreaterThan(first);
  // The service pushes progress; the page does not poll.
  expect(asked).toBeLessThanOrEqual(2);
  await at.getByRole("button", { name: "Cancel job" }).click();
  await at.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
  await at.getByText("Cancelled", { exact: true }).waitFor();
  await at.getByText("Only jobs that succeed are charged.").waitFor();
  await openPage(at, "/automation/runs?status=cancelled");
  await at.getByRole("rowheader").getByRole("link", { name: "shelf/things" }).waitFor();
  if (lookAtAll) expect(await runAxe(at)).toEqual([]);
  await openPage(at, "/automation/runs?status=failed");
  await at.getByText("No matching jobs").waitFor();
});

test("a batch file is validated line by line and priced before it starts; failed lines are retried, and all records are shown and download as one file", async () => {
  const at = page();
  await openPage(at, "/automation/batches/new");
  await chooseFile("things.csv", "shelf,count\ntop,0\nlow,many\n");
  const faults = at.getByRole("table", { name: "Errors by line" });
  await faults.waitFor();
  expect(await faults.getByRole("rowheader").allTextContents()).toEqual(["2", "3"]);
  if (lookAtAll) expect(await runAxe(at)).toEqual([]);

  await dropFile(
    "things.ndjson",
    '{"shelf":"top","count":12}\n{"shelf":"none","count":1}\n{"shelf":"low","count":1}\n',
  );
  await at.getByRole("heading", { name: "3 calls, at most 12 points" }).waitFor();
  await at.getByRole("button", { name: "Start batch" }).click();
  await at.getByText("3 of 3, 1 failed").waitFor();
  await at.getByText("Finished").waitFor();
  const failedLines = at.getByRole("table", { name: "Failed lines" }).getByRole("rowheader");
  await failedLines.first().waitFor();
  expect(await failedLines.allTextContents()).toEqual(["2"]);
  await at.getByRole("region", { name: "Answer" }).locator('table[aria-rowcount="14"]').waitFor();
  await expectGoodLook(at);

  const lines = await downloadedCsv();
  expect(lines).toHaveLength(14);
  expect(lines[0]).toBe("@line,@type,id,name,price");
  expect(lines.at(-1)).toMatch(/^3,/);

  await at.getByRole("button", { name: "Retry failed" }).click();
  await at.getByText("Retrying the failed lines.").waitFor();
  await openPage(at, "/automation/runs?show=batches");
  await at.getByRole("rowheader").getByRole("link").click();
  await at.getByRole("heading", { name: "Batch", level: 1 }).waitFor();
});

test("a schedule shows its cost before it is saved, and a diff of two runs afterwards", async () => {
  const at = page();
  await at.request.post(`${address()}/dashboard-api/saved-calls`, {
    headers: { "x-winnow-dashboard": "1" },
    data: { name: "The moving shelf", operation: "/api/shelf/things", body: { shelf: "moving", count: 20 } },
  });
  await openPage(at, "/automation/schedules/new");
  await at.getByLabel("Start from a saved call").first().click();
  await at.getByRole("option", { name: "The moving shelf" }).click();
  await expect.poll(() => at.getByLabel("Name").inputValue()).toBe("The moving shelf");
  await at.getByText("at most 180 points").waitFor();
  await at.getByLabel("Monthly budget").fill("100");
  if (lookAtAll) expect(await runAxe(at)).toEqual([]);
  await at.getByRole("button", { name: "Save schedule" }).click();
  await at.getByRole("button", { name: "New feed URL" }).click();
  expect(await at.getByTestId("api-key").textContent()).toMatch(/\/schedules\/[-\w]+\/feed\/[-\w]{20,}$/);
  await at.getByText("No changes yet").waitFor();
  for (const spent of [/^3 points$/, /^6 points$/]) {
    await at.getByRole("button", { name: "Run now" }).click();
    await at.getByRole("definition").filter({ hasText: spent }).waitFor();
  }
  const changes = at.getByRole("region", { name: "Changes", exact: true });
  const changed = changes.getByRole("article", { name: "Changed: Lamp" });
  await changed.waitFor();
  expect([await changed.locator("del").textContent(), await changed.locator("ins").textContent()]).toEqual([
    "49",
    "48",
  ]);
  await changes.getByRole("article", { name: "Added: Chair 2" }).waitFor();
  await changes.getByRole("article", { name: "Removed: Chair 1" }).waitFor();
  const runs = at.getByRole("table", { name: "Last runs" });
  await runs.getByText("Not compared: it is the first run of this request").waitFor();
  await runs.getByText("1 added, 1 removed, 1 changed").waitFor();
  await expectGoodLook(at);
  await at.getByRole("button", { name: "Pause" }).click();
  await at.getByText("Paused by its owner.").waitFor();
  await openPage(at, "/automation/schedules");
  await at.getByRole("rowheader", { name: /The moving shelf/ }).waitFor();
});

test("a webhook shows its secret once; its log has each request and response, and replays a delivery", async () => {
  const at = page();
  const { port } = receiver.address() as AddressInfo;
  await openPage(at, "/automation/deliveries");
  await at.getByLabel("URL").fill(`http://127.0.0.1:${port}/hook`);
  await at.getByRole("button", { name: "Add webhook" }).click();
  expect(await at.getByTestId("api-key").textContent()).toMatch(/^whsec_/);
  await at.getByRole("button", { name: "Done" }).click();
  await at.getByRole("button", { name: "Rotate secret" }).click();
  await at.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  await at.getByText("Deliveries are also signed with the old secret until").waitFor();
  await at.getByRole("button", { name: "Done" }).click();
  await at.getByRole("link", { name: /\/hook$/ }).click();
  await at.getByRole("button", { name: "Send test event" }).click();
  const delivery = at.getByRole("article", { name: "webhook.test delivered" });
  await delivery.getByRole("button", { name: "Request and responses" }).click();
  await delivery.getByText("thanks").waitFor();
  await delivery.getByText("webhook-timestamp:").waitFor();
  await expectGoodLook(at);
  await delivery.getByRole("button", { name: "Replay" }).click();
  await delivery.getByText("Attempt 2").waitFor();
  expect(received.map(({ type }) => type)).toEqual(["webhook.test", "webhook.test"]);
  // Signed with both the new secret and, during the overlap, the old one.
  expect(String(received[0]!.signature).split(" ")).toHaveLength(2);
  await at.reload();
  expect(await at.getByTestId("api-key").count()).toBe(0);
});

test("stopping a run keeps the records received so far and charges only for those; two runs can be compared", async () => {
  const at = page();
  // Another account: the free plan allows five calls in ten seconds, and the tests before made some.
  await signUp(at, "grace@people.example");
  const playground = (body: object) =>
    `/playground?${new URLSearchParams({ operation: "/api/shelf/things", body: JSON.stringify(body) })}`;
  await openPage(at, playground({ shelf: "slow", count: 2_000 }));
  await at.getByRole("button", { name: "Run", exact: true }).click();
  // Records appear while the rest are still in flight.
  await at.getByRole("button", { name: "Open record 1", exact: true }).waitFor();
  await at.getByRole("button", { name: "Stop" }).click();
  const reported = at.getByText(/[\d,]+ records? received: \d+ points charged/);
  await reported.waitFor();
  const [arrived, charged] = (await reported.textContent())!.match(/\d+/g)!.map(Number);
  expect(arrived).toBeLessThan(2_000);
  expect(charged).toBe(3 * Math.ceil(arrived! / 10));
  await at.locator(`table[aria-rowcount="${arrived! + 1}"]`).waitFor();
  expect(await downloadedCsv()).toHaveLength(arrived! + 1);

  await openPage(at, playground({ shelf: "moving", count: 20 }));
  await at.getByRole("button", { name: "Run", exact: true }).click();
  await at.getByRole("link", { name: "View in history" }).click();
  await at.getByRole("link", { name: "Run again" }).click();
  for (const _ of [1, 2]) {
    await at.getByRole("button", { name: "Run", exact: true }).click();
    await at.getByText("points charged").waitFor();
  }
  await at.getByRole("link", { name: "Compare with the previous run" }).click();
  const differences = at.getByRole("region", { name: "Differences" });
  await differences.getByRole("article", { name: "Changed: Lamp" }).waitFor();
  await differences.getByRole("article", { name: /^Removed: Chair/ }).waitFor();
  if (lookAtAll) expect(await runAxe(at)).toEqual([]);
});

test("the OAuth consent page shows the sources and a spending cap, and connects the program", async () => {
  const at = page();
  const { port } = receiver.address() as AddressInfo;
  const callback = `http://127.0.0.1:${port}/callback`;
  const post = async (path: string, headers: Record<string, string>, body: string) =>
    (await (await fetch(`${address()}${path}`, { method: "POST", headers, body })).json()) as Record<string, string>;
  const { client_id } = await post(
    "/oauth/register",
    { "content-type": "application/json" },
    JSON.stringify({ client_name: "Desk agent", redirect_uris: [callback] }),
  );
  const code_verifier = "v".repeat(50);
  const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const asked = { response_type: "code", client_id: client_id!, redirect_uri: callback, code_challenge };
  const query = new URLSearchParams({ ...asked, code_challenge_method: "S256", state: "17" });
  await openPage(at, `/oauth/authorize?${query}`);
  await at.getByRole("heading", { name: "Connect Desk agent" }).waitFor();
  await at.getByText(`After you decide, you return to 127.0.0.1:${port}.`).waitFor();
  await at.getByText("through your personal account").waitFor();
  expect(await at.getByRole("checkbox").count()).toBeGreaterThan(0);
  await at.getByLabel("Spending cap").fill("7");
  await expectGoodLook(at);
  await at.getByRole("button", { name: "Allow" }).click();
  await at.waitForURL((url) => url.port === String(port));
  const back = new URL(at.url()).searchParams;
  expect(back.get("state")).toBe("17");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const code = { grant_type: "authorization_code", code: back.get("code")!, client_id: client_id!, code_verifier };
  expect(await post("/oauth/token", form, String(new URLSearchParams(code)))).toMatchObject({ token_type: "Bearer" });
  await openPage(at, "/keys");
  await at.getByRole("row").filter({ hasText: "Desk agent" }).getByText("0 of 7").waitFor();
  // An unregistered redirect URI gets an explanation and no redirect.
  query.set("redirect_uri", "https://evil.example/");
  await openPage(at, `/oauth/authorize?${query}`);
  await at.getByRole("heading", { name: "This program cannot be connected" }).waitFor();
});
