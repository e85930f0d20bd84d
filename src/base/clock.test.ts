import { expect, it, vi } from "vitest";
import { systemClock } from "./clock.ts";

it("fires for a moment that has passed, without Node's warning in the log", async () => {
  const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  await new Promise<void>((resolve) => void systemClock.after(-35, resolve));
  expect(warning).not.toHaveBeenCalled();
});
