import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { defaultPlans } from "./plans.ts";
import { readPlansFile } from "./plans-file.ts";

describe("plans", () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-plans-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (content: unknown): string => {
    const file = join(folder, "plans.json");
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  test("without a file are the six that are built in", () => {
    expect(Object.keys(defaultPlans)).toEqual(["free", "starter", "growth", "scale", "pro", "enterprise"]);
  });

  test("come from the operator's file", () => {
    const plans = { team: { ...defaultPlans.starter, points: 7 } };
    expect(readPlansFile(written(plans))).toEqual(plans);
  });

  test("an invalid file stops the start, and the message names the place", () => {
    const { hourly: _, ...short } = defaultPlans.starter!;
    expect(() => readPlansFile(written({ team: short }))).toThrow(/plans\.json: \/team .*hourly/);
    expect(() => readPlansFile(written({ team: { ...defaultPlans.starter, daily: 0 } }))).toThrow(/\/team\/daily/);
    expect(() => readPlansFile(written({ team: { ...defaultPlans.starter, weekly: 5 } }))).toThrow(/\/team/);
  });
});
