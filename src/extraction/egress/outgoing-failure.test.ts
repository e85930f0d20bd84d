import { expect, test } from "vitest";
import { WinnowError } from "../../contract/errors.ts";
import { outgoingFailure } from "./outgoing-failure.ts";

test("a failure of this machine is told without its files, and an error for callers in its own words", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write '/var/winnow/x'"), { code: "ENOSPC" });
  expect(outgoingFailure(full)).toBe("ENOSPC: the request failed");
  const words = "The records of this job have expired.";
  expect(outgoingFailure(new WinnowError("not_found", words, { internal: "row 7 of db-2" }))).toBe(words);
  expect(outgoingFailure(new Error("no progress within 10 seconds"))).toBe("no progress within 10 seconds");
});
