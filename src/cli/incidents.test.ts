import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../clock.ts";
import { createHealth } from "../health/health.ts";
import { openStore } from "../store/open-store.ts";
import { runHere } from "./testing/run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-incidents-"));
const before = process.cwd();
let no: number;

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  process.chdir(folder);
  const store = await openStore({ dataDir: folder, databaseUrl: "" });
  const silent = { info() {}, warn() {} };
  const about = { db: store.db, sources: [], clock: systemClock, log: silent };
  const health = createHealth({ ...about, isStandIn: () => true, originOf: () => "http://site.example" });
  const structure = {
    vanished: ["title", "shelf"],
    appeared: ["productTitle"],
    renamed: [{ from: "title", to: "productTitle" }],
  };
  const incident = {
    ...{ source: "nlretail", operation: "/api/nlretail/products/search", kind: "canary" as const, field: "title" },
    ...{ blocking: true, reason: '"title" is missing in 20 of 20 records' },
    details: {
      ...{ code: "unreadable" as const, likely_new_name: "productTitle", structure },
      example_request: { keyword: "lamp" },
    },
  };
  no = (await health.store.openIncident(incident, Date.now()))!;
  await health.evidence.save(no, {
    about: { ...incident, request: { keyword: "lamp" }, url: "http://site.example/s", status: 200, content_type: null },
    body: Buffer.from("<html>a page"),
    warc: Buffer.from("a recording"),
  });
  await store.close();
});
afterAll(() => {
  vi.unstubAllEnvs();
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

test("what broke is listed with the lost field and its likely new name", async () => {
  const listed = await runHere(["incidents", "--open", "--source", "nlretail"]);
  for (const word of ["down", "nlretail/products/search", "title", "productTitle", "20 of 20"]) {
    expect(listed).toContain(word);
  }
  expect(await runHere(["incidents", "--source", "stays"])).toBe("No incidents.\n");
  expect(JSON.parse(await runHere(["incidents", "--output", "json"]))).toMatchObject([{ no, field: "title" }]);
});

test("one is shown with its request, the structure then and now, and the commands that read it again", async () => {
  const shown = await runHere(["incidents", "show", String(no)]);
  expect(shown).toContain('Request: {"keyword":"lamp"}');
  expect(shown).toContain("  title -> productTitle\n  - shelf\n");
  expect(shown).toContain(`npx winnow incidents save ${no}\n`);
  expect(shown).toContain(
    `npx winnow parse nlretail/products/search incident-${no}.body --request '{"keyword":"lamp"}'`,
  );
  expect(shown).toContain(`npx winnow replay incident-${no}.warc.gz`);
  await expect(runHere(["incidents", "show", "999"])).rejects.toThrow("There is no incident 999");
});

test("what was kept is saved for its owner alone, and a note is on the incident", async () => {
  await runHere(["incidents", "save", String(no)]);
  expect(readFileSync(`incident-${no}.body`, "utf8")).toBe("<html>a page");
  expect(readFileSync(`incident-${no}.warc.gz`, "utf8")).toBe("a recording");
  await runHere(["incidents", "note", String(no), "Back", "by", "noon."]);
  expect(await runHere(["incidents", "show", String(no)])).toContain("Note: Back by noon.");
  await runHere(["incidents", "note", String(no)]);
  expect(await runHere(["incidents", "show", String(no)])).not.toContain("Note:");
});
