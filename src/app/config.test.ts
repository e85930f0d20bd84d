import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";

test("a source's politeness can be set, and the error for an invalid value names the setting", () => {
  const { sources } = readConfig({ WINNOW_NLRETAIL_CONCURRENCY: "20", WINNOW_NLRETAIL_PER_SECOND: "12.5" });
  expect(sources.sites).toEqual({ nlretail: { concurrency: 20, perSecond: 12.5 } });
  for (const [env, value] of [
    ["WINNOW_NLRETAIL_CONCURRENCY", "0"],
    ["WINNOW_NLRETAIL_CONCURRENCY", "many"],
    ["WINNOW_NLRETAIL_PER_SECOND", "0"],
  ] as const) {
    expect(() => readConfig({ [env]: value })).toThrow(`${env}: must be`);
  }
});

test("a secret can be the content of a file, but not both, and a file that cannot be read is named", () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "secret");
  writeFileSync(file, "a secret that a container mounts, 32+\n");
  expect(readConfig({ AUTH_SECRET_FILE: file }).accounts.authSecret).toBe("a secret that a container mounts, 32+");
  expect(() => readConfig({ AUTH_SECRET_FILE: file, AUTH_SECRET: "x".repeat(32) })).toThrow("set one of them");
  expect(() => readConfig({ SMTP_URL_FILE: join(folder, "none") })).toThrow(/^SMTP_URL_FILE: .*ENOENT/);
});

test("a setting that signed the requests to a site stops the start", () => {
  const message = "WINNOW_TOYS_SIGN: requests are no longer signed. Remove this setting.";
  expect(() => readConfig({ WINNOW_TOYS_SIGN: "on" })).toThrow(message);
});

test.each(["OTEL_METRICS_EXPORTER", "OTEL_LOGS_EXPORTER"])(
  "%s, which is gone, stops the start with what to do instead, unless it asks for nothing",
  (env) => {
    expect(() => readConfig({ [env]: "otlp" })).toThrow(/^OTEL_\w+: \w+ are no longer sent\. Let your collector read /);
    for (const value of ["none", ""]) expect(() => readConfig({ [env]: value })).not.toThrow();
  },
);
