import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { savedAnswer } from "./answer.ts";
import { createUnreadableResponses } from "./unreadable-responses.ts";

test("the newest hundred are kept, each with its request, without secrets of the address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-unreadable-"));
  const clock = new SimulatedClock();
  const unreadableResponses = createUnreadableResponses(folder, clock);
  for (let page = 1; page <= 130; page++) {
    const url = `https://site.example/s?page=${page}&csrf_token=hidden`;
    unreadableResponses.keep({
      answer: savedAnswer(Buffer.from(`page ${page}`), { url, headers: { "set-cookie": "sid=hidden" } }),
      // A name that contains the file extension.
      source: "somebody",
      operation: "/api/toy/rows",
      request: { keyword: "x" },
      requestId: "id",
      why: "new form",
    });
    clock.advance(10);
  }
  await unreadableResponses.settled();
  const files = readdirSync(folder).sort();
  const bodies = files.filter((name) => name.endsWith(".body"));
  expect(files).toHaveLength(200);
  expect(bodies.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(
    Array.from({ length: 100 }, (_, index) => `page ${index + 31}`),
  );
  const about = readFileSync(join(folder, bodies[0]!.replace(/body$/, "json")), "utf8");
  expect(JSON.parse(about)).toMatchObject({ why: "new form", request: { keyword: "x" }, status: 200 });
  expect(about).not.toContain("hidden");
  rmSync(folder, { recursive: true });
});

test("a kept response states its origin, is readable only by its owner, and sorts by age", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "winnow-unreadable-")), "deep", "er");
  const kept = createUnreadableResponses(folder, new SimulatedClock("2027-03-01T12:00:00.123Z"));
  const about = { source: "toy", operation: "/api/toy/rows", request: {}, requestId: "id", why: "new form" };
  const secrets = "token|secret|key|auth|csrf|session|signature|password".split("|");
  const url = `https://site.example/s?page=1&${secrets.map((name) => `X-${name.toUpperCase()}=hidden`).join("&")}`;
  const answer = savedAnswer(Buffer.from("page"), { url, status: 203, headers: { "content-type": "text/html" } });
  const names = [kept.keep({ ...about, answer }), kept.keep({ ...about, answer: savedAnswer(Buffer.from("other")) })];
  expect(names).toEqual(["2027-03-01T12-00-00-123Z-0000-toy", "2027-03-01T12-00-00-123Z-0001-toy"]);
  await kept.settled();
  expect(readdirSync(folder).sort()).toEqual(names.flatMap((name) => [`${name}.body`, `${name}.json`]));
  expect(JSON.parse(readFileSync(join(folder, `${names[0]}.json`), "utf8"))).toEqual({
    ...about,
    at: "2027-03-01T12:00:00.123Z",
    url: `https://site.example/s?page=1&${secrets.map((name) => `X-${name.toUpperCase()}=...`).join("&")}`,
    status: 203,
    contentType: "text/html",
    title: null,
  });
  expect(JSON.parse(readFileSync(join(folder, `${names[1]}.json`), "utf8")).contentType).toBeNull();
  const modes = [folder, ...names.map((name) => join(folder, `${name}.body`)), join(folder, `${names[0]}.json`)];
  expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600, 0o600]);
  rmSync(join(folder, "../.."), { recursive: true });
});

test("a failing disk does not fail the run, and writing is tried again", async () => {
  const parent = mkdtempSync(join(tmpdir(), "winnow-unreadable-"));
  const folder = join(parent, "kept");
  writeFileSync(folder, "a file in its place");
  const kept = createUnreadableResponses(folder, new SimulatedClock());
  const about = { source: "toy", operation: "/x", request: {}, requestId: "id", why: "why" };
  kept.keep({ ...about, answer: savedAnswer(Buffer.from("page")) });
  await kept.settled();
  rmSync(folder);
  const name = kept.keep({ ...about, answer: savedAnswer(Buffer.from("page")) });
  await kept.settled();
  expect(readdirSync(folder).sort()).toEqual([`${name}.body`, `${name}.json`]);
  rmSync(parent, { recursive: true });
});
