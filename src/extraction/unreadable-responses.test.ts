import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { savedAnswer } from "./answer.ts";
import { UnreadableResponses } from "./unreadable-responses.ts";

test("the newest hundred are kept, each with what was asked, without secrets of the address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-unreadable-"));
  const clock = new SimulatedClock();
  const unreadableResponses = new UnreadableResponses(folder, clock);
  for (let page = 1; page <= 130; page++) {
    const url = `https://site.example/s?page=${page}&csrf_token=hidden`;
    unreadableResponses.keep({
      answer: savedAnswer(Buffer.from(`page ${page}`), { url, headers: { "set-cookie": "sid=hidden" } }),
      source: "toy",
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
