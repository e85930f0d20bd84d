import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findSource } from "../find-sources.ts";
import { parseFault } from "../stand-ins/faults.ts";
import { serveStandIns } from "../stand-ins/serve.ts";
import { endHere } from "./testing/end-here.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-doctor-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data") };

test("a fresh machine: nothing failed, and what is missing is said with its cure", async () => {
  const { code, stdout } = await endHere(["doctor", "--output", "json"], env);
  expect(code).toBe(0);
  const findings = JSON.parse(stdout) as Array<{ check: string; result: string; cure: string | null }>;
  expect(findings.filter(({ result }) => result === "failed")).toEqual([]);
  expect(findings.find(({ check }) => check === "mail")).toMatchObject({
    result: "warning",
    cure: expect.stringContaining("SMTP_URL"),
  });
  for (const check of ["node", "settings", "store", "disk", "address", "nlretail"]) {
    expect(findings.find((finding) => finding.check === check)).toMatchObject({ result: "ok" });
  }
});

test("a source that cannot be reached and a listener without HTTPS are found", async () => {
  const wrong = { ...env, WINNOW_JOBSBOARD_ORIGIN: "http://127.0.0.1:9", HOST: "0.0.0.0" };
  const { code, stdout } = await endHere(["doctor", "--output", "json"], wrong);
  expect(code).toBe(1);
  const findings = JSON.parse(stdout) as Array<{ check: string; result: string }>;
  expect(findings.find(({ check }) => check === "jobsboard/companies")).toMatchObject({ result: "failed" });
  expect(findings.find(({ check }) => check === "address")).toMatchObject({ result: "warning" });
});

test("go-live refuses without an address, and shows on a stand-in what it would do", async () => {
  expect(await endHere(["go-live", "jobsboard"], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("WINNOW_JOBSBOARD_ORIGIN"),
  });
  const tried = await endHere(["go-live", "hkproperty", "--stand-in", "-o", join(folder, "recordings")], {
    ...env,
    // Settings of other sources are no business of this one.
    WINNOW_STAYS_CONCURRENCY: "1",
    WINNOW_STAYS_ROBOTS: "ignore",
  });
  expect(tried).toMatchObject({ code: 0, stdout: expect.stringContaining("Everything fits the schema.") });
  const replayed = await endHere(["replay", join(folder, "recordings", "hkproperty-valuations-1.warc.gz")], env);
  expect(JSON.parse(replayed.stdout)).toMatchObject([{ "@type": "HkpropertyValuation" }]);
});

describe("go-live at an address", () => {
  const site = async (fault: string | null) => {
    const source = await findSource("nlretail");
    return serveStandIns([source], { faults: fault ? { nlretail: parseFault(fault) } : {} });
  };
  const tried = async (fault: string | null) => {
    const served = await site(fault);
    try {
      return await endHere(["go-live", "nlretail", "-o", join(folder, "live")], {
        ...env,
        WINNOW_NLRETAIL_ORIGIN: served.originOf("nlretail"),
        WINNOW_NLRETAIL_PER_SECOND: "50",
      });
    } finally {
      await served.close();
    }
  };

  test("says what does not fit, keeps it, and names the reader that would have to change", async () => {
    const { code, stdout, stderr } = await tried("rename");
    expect(stdout).toContain("robots.txt allows it");
    expect(stdout.match(/FAILED, unreadable answer: "name" is missing/g)).toHaveLength(3);
    expect(stdout).toContain("its reader is in src/sources/nlretail/products-search");
    expect([code, stderr]).toEqual([1, expect.stringContaining("3 problems")]);
    const kept = join(folder, "live", "nlretail-products-search-3.warc.gz");
    const again = await endHere(["replay", kept], env);
    expect([again.code === 0, again.stderr]).toEqual([false, expect.stringContaining("unreadable")]);
  });

  test("sends nothing where robots.txt does not allow it, and says which line", async () => {
    const { code, stdout } = await tried("robots:0");
    expect(stdout).toMatch(/robots\.txt does NOT allow it \(line \d+: Disallow: \/\); nothing was sent/);
    expect(code).toBe(1);
  });
});
