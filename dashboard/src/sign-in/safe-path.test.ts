import { expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

test("keeps a page of this site with its query", () => {
  expect(safePath("/requests?status=500")).toBe("/requests?status=500");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\t/evil.example",
  "evil",
  "",
  null,
  7,
])("never redirects to another site: %j", (wanted) => {
  expect(safePath(wanted)).toBe("/overview");
});
