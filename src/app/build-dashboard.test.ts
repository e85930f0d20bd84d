import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtFolder } from "./build-dashboard.ts";

test("a build of the dashboard records the server's files that it read, so that a change of one builds it again", () => {
  const inputs = Object.keys(JSON.parse(readFileSync(join(builtFolder, "inputs.json"), "utf8")) as object);
  expect(inputs).toEqual(
    expect.arrayContaining(["src/service/work-views.ts", "dashboard/index.html", "package-lock.json"]),
  );
});
