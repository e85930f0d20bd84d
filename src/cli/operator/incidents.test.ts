import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runHere } from "../../../test/support/cli/run-here.ts";
import { recordedExchange } from "../../../test/support/extraction/recorded.ts";
import { openHealthIn, renamedTitle } from "../../../test/support/health/incident.ts";
import { writeWarc } from "../../extraction/recording/warc.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-incidents-"));
const before = process.cwd();
let no: number;
let warc: Buffer;

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  process.chdir(folder);
  const { store, health } = await openHealthIn(folder);
  const structure = {
    vanished: ["title", "shelf"],
    appeared: ["productTitle"],
    renamed: [{ from: "title", to: "productTitle" }],
  };
  const incident = {
    ...renamedTitle,
    details: {
      code: "unreadable" as const,
      likely_new_name: "productTitle",
      structure,
      example_request: { keyword: "lamp" },
    },
  };
  no = (await health.store.openIncident(incident, Date.now()))!;
  const page = { url: "http://site.example/s?keyword=lamp", body: Buffer.from("<title>Lamps</title>") };
  const exchanges = [recordedExchange({ ...page, headers: { "content-type": "text/html" } })];
  const about = { source: "nlretail", operation: incident.operation, request: {}, origins: {} };
  warc = await writeWarc({ ...about, startedAt: 0, truncated: false, remembered: [], exchanges });
  await health.evidence.save(no, {
    about: { ...incident, request: { keyword: "lamp" }, url: "http://site.example/s", status: 200, content_type: null },
    body: Buffer.from("<html>a page"),
    warc,
  });
  await store.close();
});
afterAll(() => {
  vi.unstubAllEnvs();
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

test("an incident is listed with the lost field and its likely new name", async () => {
  const listed = await runHere(["incidents", "--open", "--source", "nlretail"]);
  for (const word of ["down", "nlretail/products/search", "title", "productTitle", "20 of 20"]) {
    expect(listed).toContain(word);
  }
  expect(await runHere(["incidents", "--source", "stays"])).toBe("No incidents.\n");
  expect(JSON.parse(await runHere(["incidents", "--output", "json"]))).toMatchObject([{ no, field: "title" }]);
});

test("an incident is shown with its request, the old and new structure, and the commands that reproduce it", async () => {
  const shown = await runHere(["incidents", "show", String(no)]);
  expect(shown).toContain('Request: {"keyword":"lamp"}');
  expect(shown).toContain("  title -> productTitle\n  - shelf\n");
  expect(shown).toContain(`npx winnow incidents save ${no}\n`);
  expect(shown).toContain(
    `npx winnow parse nlretail/products/search incident-${no}.body --request '{"keyword":"lamp"}'`,
  );
  expect(shown).toContain('  200 http://site.example/s?keyword=lamp, titled "Lamps"\n');
  expect(shown).toContain(`npx winnow replay incident-${no}.warc.gz`);
  await expect(runHere(["incidents", "show", "999"])).rejects.toThrow("There is no incident 999");
});

test("saved evidence is private to its owner, and a note is added to the incident", async () => {
  await runHere(["incidents", "save", String(no)]);
  expect(readFileSync(`incident-${no}.body`, "utf8")).toBe("<html>a page");
  expect(readFileSync(`incident-${no}.warc.gz`)).toEqual(warc);
  await runHere(["incidents", "note", String(no), "Back", "by", "noon."]);
  expect(await runHere(["incidents", "show", String(no)])).toContain("Note: Back by noon.");
  await runHere(["incidents", "note", String(no)]);
  expect(await runHere(["incidents", "show", String(no)])).not.toContain("Note:");
});

const failed = (words: string[]) =>
  runHere(words).then(
    () => null,
    (error: Error) => error.message,
  );

test("an incident is down, degraded or over, with its start and end", async () => {
  const { store, health } = await openHealthIn(folder);
  const bare = {
    source: "stays",
    operation: "/api/stays/hotels/search",
    kind: "drift" as const,
    field: "price",
    blocking: false,
    reason: "price is missing",
    details: {} as never,
  };
  const degraded = (await health.store.openIncident(bare, 1_700_000_000_000))!;
  const over = (await health.store.openIncident({ ...bare, field: "name" }, 1_700_000_000_000))!;
  await store.db.updateTable("incidents").set({ closed_at: 1_700_000_060_000 }).where("no", "=", over).execute();
  await store.close();

  const row = async (number: number) =>
    (await runHere(["incidents", "--source", "stays"])).split("\n").find((line) => line.startsWith(`${number} `))!;
  expect((await runHere(["incidents"])).split("\n")[0]!.trim().split(/ {2,}/)).toEqual([
    "no",
    "state",
    "since",
    "operation",
    "field",
    "new name",
    "reason",
  ]);
  expect(await row(degraded)).toMatch(
    / degraded +2023-11-14T22:13:20\.000Z +stays\/hotels\/search +price +price is missing$/,
  );
  expect(await row(over)).toMatch(/ over +2023-11-14/);
  const open = await runHere(["incidents", "--open", "--source", "stays"]);
  expect([open.includes("degraded"), open.includes(" over ")]).toEqual([true, false]);
  expect(await runHere(["incidents", "show", String(degraded)])).toBe(
    `Incident ${degraded}: /api/stays/hotels/search\n2023-11-14T22:13:20.000Z to now\nprice is missing\nNo response was kept.\n`,
  );
  expect(await runHere(["incidents", "show", String(over)])).toContain(
    "2023-11-14T22:13:20.000Z to 2023-11-14T22:14:20.000Z",
  );
  expect(await failed(["incidents", "save", String(over)])).toBe(`There is no saved evidence for incident ${over}.`);
});

test("as JSON an incident has its response and the commands that reproduce it", async () => {
  const shown = JSON.parse(await runHere(["incidents", "show", String(no), "--output", "json"]));
  expect(shown).toMatchObject({ no, response: { url: "http://site.example/s", status: 200 } });
  expect(shown.commands).toEqual([
    expect.stringMatching(/^npx winnow parse nlretail\/products\/search incident-\d+\.body /),
    `npx winnow replay incident-${no}.warc.gz`,
  ]);
});

test("saving and noting are confirmed; files are private to their owner", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await runHere(["incidents", "save", String(no)]);
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    `incident-${no}.body: 12 bytes\n`,
    `incident-${no}.warc.gz: ${warc.byteLength} bytes\n`,
  ]);
  said.mockRestore();
  expect(statSync(`incident-${no}.body`).mode & 0o777).toBe(0o600);
  expect(await runHere(["incidents", "note", String(no), "Soon"])).toBe("Noted.\n");
  expect(await runHere(["incidents", "note", String(no)])).toBe("The note is gone.\n");
  const shown = await runHere(["incidents", "show", String(no)]);
  expect(shown).toContain(
    "\n\nThe page then and now:\n  title -> productTitle\n  - shelf\n\nnpx winnow incidents save",
  );
});

test.each(["0", "1x", "x1"])("%s is not an incident number", async (number) => {
  expect(await failed(["incidents", "show", "--", number])).toBe(
    `There is no incident ${number}; \`npx winnow incidents\` lists them.`,
  );
});
