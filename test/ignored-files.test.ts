import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The files that git would leave out of a commit. */
const ignored = (files: string[]): string[] =>
  execFileSync("git", ["check-ignore", "--no-index", ...files], { encoding: "utf8" })
    .trim()
    .split("\n");

test("git ignores the pages, records and secrets that commands and the documentation write here", () => {
  const files = [
    "recordings/nlretail-1.warc.gz",
    "lamps.warc.gz",
    "incident-12.body",
    "incident-12.warc.gz",
    "hotels.csv",
    "results.ndjson",
    "results.ndjson.batch.json",
    "data/winnow.db",
    "deploy/.env",
    "deploy/tls/site.pem",
  ];
  expect(ignored(files)).toEqual(files);
});
