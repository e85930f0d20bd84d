import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { withoutSecrets } from "./without-secrets.ts";

const KEY = `wnw_${"a1B2c3".repeat(6)}`;

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line: string) => void lines.push(line) }));
  return lines.join("");
}

test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
  ["an address", (log) => log.info({ endpoint: `/api/x?access-token=${KEY}&fields=id` }, "call")],
  ["a message", (log) => log.warn(`a caller sent ${KEY}`)],
  ["an error and its cause", (log) => log.error({ err: new Error(`no ${KEY}`, { cause: new Error(KEY) }) }, "failed")],
  ["a nested value", (log) => log.info({ a: { b: [KEY] } }, "x")],
  ["a child's binding", (log) => log.child({ url: `/?${KEY}` }).info("x")],
])("a key in %s is not in the log", (_, write) => {
  const line = logged(write);
  expect(line).toContain("wnw_a1B2c3...");
  expect(line).not.toContain(KEY.slice(0, 16));
});

test("a signing secret is hidden, and the part of a key that lists show is not", () => {
  expect(withoutSecrets("whsec_MfKQ9r8GKYqrTwjU, wnw_a1B2c3")).toBe("whsec_..., wnw_a1B2c3");
});
