import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtFolder } from "../../entry/dashboard/built-folder.ts";

test("a dashboard build records the server files that it may read, so that a change to one triggers a rebuild", () => {
  const inputs = Object.keys(JSON.parse(readFileSync(join(builtFolder, "inputs.json"), "utf8")) as object);
  expect(inputs).toEqual(
    expect.arrayContaining(["src/words/webhook-events.ts", "dashboard/index.html", "package-lock.json"]),
  );
});
