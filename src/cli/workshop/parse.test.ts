import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";

async function parse(content: string, source = "bizbureau", request = '{"keyword":"x","count":5}', ...more: string[]) {
  const file = join(await mkdtemp(join(tmpdir(), "winnow-parse-")), "saved");
  await writeFile(file, content);
  return endHere(["parse", source, file, "--request", request, ...more], {});
}

const empty = JSON.stringify({ page: 1, pageSize: 15, totalPages: 0, totalResults: 0, results: [] });

test("a response without results is [] and exit 0", async () => {
  expect(await parse(empty)).toMatchObject({ code: 0, stdout: "[]\n" });
});

test("a status that only a bot wall returns is exit 3", async () => {
  expect(await parse("<html>no</html>", "bizbureau", undefined, "--status", "403")).toMatchObject({
    code: 3,
    stdout: "",
  });
});

test('"no such thing" is exit 4', async () => {
  const answer = await parse("<html><title>x</title></html>", "jobsboard", '{"company":"123"}', "--status", "404");
  expect(answer).toMatchObject({ code: 4, stdout: "" });
});

test("an unknown format is exit 5, and stdout stays empty", async () => {
  expect(await parse("{}")).toMatchObject({ code: 5, stdout: "" });
  expect(await parse("\u0000\u0001 nothing of the kind")).toMatchObject({ code: 5, stdout: "" });
});

test("an invalid request or an unknown source is exit 1 and reports what would be valid", async () => {
  expect(await parse(empty, "bizbureau", '{"count":5}')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("keyword"),
  });
  expect(await parse(empty, "nowhere")).toMatchObject({ code: 1, stderr: expect.stringContaining("bizbureau") });
});

test("the source alone means its first operation; others are named", async () => {
  const places = JSON.stringify([{ displayText: "Austin, TX" }]);
  expect(await parse(places)).toMatchObject({ code: 5 });
  const named = await parse(places, "bizbureau/locations/search", '{"query":"Austin"}');
  expect(JSON.parse(named.stdout)).toMatchObject([{ location: "Austin, TX" }]);
  expect(await parse(empty, "bizbureau/nothing")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there are bizbureau/businesses/search, bizbureau/locations/search"),
  });
});
