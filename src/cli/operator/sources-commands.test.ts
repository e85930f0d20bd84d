import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import { findSource, findSources } from "../../sources/find-sources.ts";
import { parseFault } from "../../stand-ins/faults.ts";
import { serveStandIns } from "../../stand-ins/serve.ts";
import { openStore } from "../../store/open-store.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-health-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { DATA_DIR: folder };
const winnow = (...words: string[]) => endHere(words, env);
const message = ({ stderr }: { stderr: string }) => JSON.parse(stderr).error.message;

test("a source is closed with a note, shown as closed, and returned to automatic health", async () => {
  const closed = await winnow("sources", "hold", "stays", "--state", "closed", "--note", "The site is down.");
  expect(closed).toMatchObject({ code: 0, stdout: "stays is held closed; processes follow within 5 s.\n" });
  const [head, ...rows] = (await winnow("sources")).stdout.trimEnd().split("\n");
  expect(head!.split(/ {2,}/)).toEqual(["source", "state", "since", "uptime", "reason"]);
  expect(rows.map((row) => row.split(/ +/)[0])).toEqual((await findSources()).map(({ name }) => name));
  expect(rows.find((row) => row.startsWith("stays "))).toMatch(/ (closed|down) .*The site is down\./);
  expect(rows.find((row) => row.startsWith("nlretail "))).toMatch(/ 100\.00 %/);
  const { sources } = JSON.parse((await winnow("sources", "list", "--output", "json")).stdout);
  expect(sources.find(({ name }: { name: string }) => name === "stays")).toMatchObject({ reason: "The site is down." });
  const open = await winnow("sources", "hold", "stays", "--state", "open");
  expect(open.stdout).toBe("stays is held open; processes follow within 5 s.\n");
  const auto = await winnow("sources", "hold", "stays", "--state", "auto");
  expect(auto.stdout).toBe("stays is left to its health; processes follow within 5 s.\n");
  expect((await winnow("sources")).stdout).not.toContain("The site is down.");
  const store = await openStore({ dataDir: folder, url: "" });
  const audited = await store.db
    .selectFrom("audit_log")
    .select(["who", "subject"])
    .execute()
    .finally(() => store.close());
  expect(audited).toEqual(Array(3).fill({ who: "command line", subject: "stays" }));
});

test("an unknown source or state is rejected", async () => {
  const names = (await findSources()).map(({ name }) => name).join(", ");
  const unknown = await winnow("sources", "hold", "nowhere", "--state", "open");
  expect([unknown.code, message(unknown)]).toEqual([1, `no source "nowhere"; there are ${names}`]);
  const canary = await winnow("canary", "nowhere");
  expect([canary.code, message(canary)]).toEqual([1, `no source "nowhere"; there are ${names}`]);
  expect((await winnow("sources", "hold", "stays", "--state", "ajar")).code).toBe(1);
  expect((await winnow("sources", "hold", "stays")).code).toBe(1);
});

test("canaries run nowhere without a live address; a named source's run on its stand-in", async () => {
  const nobody = await winnow("canary");
  expect([nobody.code, message(nobody)]).toEqual([
    1,
    "No source has a live address. Name one, or add --stand-ins, to run against the stand-ins.",
  ]);
  const { code, stdout } = await winnow("canary", "nlretail");
  const [head, ...rows] = stdout.trimEnd().split("\n");
  expect([code, head!.split(/ {2,}/)]).toEqual([0, ["operation", "result", "records", "ms", "problem"]]);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/^nlretail\/products\/search +ok +[1-9]\d* +\d+$/);
});

test("a failed canary is shown with its problem, as a table and as JSON, and the exit code is 2", async () => {
  const source = await findSource("nlretail");
  const site = await serveStandIns([source], { faults: { nlretail: parseFault("rename:title") } });
  const live = { ...env, WINNOW_NLRETAIL_ORIGIN: site.originOf("nlretail"), WINNOW_NLRETAIL_PER_SECOND: "50" };
  try {
    // Only the source with an address runs.
    const json = await endHere(["canary", "--output", "json"], live);
    const results = JSON.parse(json.stdout) as Array<{ operation: string; ok: boolean; problem: string }>;
    expect(new Set(results.map(({ operation }) => operation))).toEqual(new Set(["/api/nlretail/products/search"]));
    expect(results.every(({ ok, problem }) => !ok && problem.includes('"name" is missing'))).toBe(true);
    expect([json.code, message(json)]).toEqual([2, `${results.length} of ${results.length} canaries failed.`]);
    const table = await endHere(["canary", "nlretail"], live);
    expect(table.stdout).toMatch(/\nnlretail\/products\/search +FAILED +0 +\d+ +\S.*"name" is/);
  } finally {
    await site.close();
  }
});
