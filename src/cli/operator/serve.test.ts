import { expect, test } from "vitest";
import { CommandFailed } from "../command-failed.ts";
import { refuseFewDescriptors } from "./serve.ts";

test("a process with too few file descriptors does not start, and one sentence says what to do", () => {
  expect(() => refuseFewDescriptors(255)).toThrow(CommandFailed);
  expect(() => refuseFewDescriptors(255)).toThrow(/at least 256 file descriptors.* may open 255: raise the limit/);
  expect(() => refuseFewDescriptors(256)).not.toThrow();
});
