import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("a source's politeness can be set, and the error for an invalid value names the setting", () => {
  const { sources } = readConfig({ WINNOW_NLRETAIL_CONCURRENCY: "20", WINNOW_NLRETAIL_PER_SECOND: "12.5" });
  expect(sources.politeness).toEqual({ nlretail: { concurrency: 20, perSecond: 12.5 } });
  for (const [env, value] of [
    ["WINNOW_NLRETAIL_CONCURRENCY", "0"],
    ["WINNOW_NLRETAIL_CONCURRENCY", "many"],
    ["WINNOW_NLRETAIL_PER_SECOND", "0"],
  ] as const) {
    expect(() => readConfig({ [env]: value })).toThrow(`${env}: must be`);
  }
});
