import { vi } from "vitest";
import { endSharedServices } from "./shared-service.ts";

/** Fakes the worker's timers. A service that runs there would lose its own, and count among those of the test. */
export async function fakeTimers(options?: Parameters<typeof vi.useFakeTimers>[0]): Promise<void> {
  await endSharedServices();
  vi.useFakeTimers(options);
}
