import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import { Shares } from "../../limits/shares.ts";
import type { Windows } from "../../store/shared-windows.ts";
import { Fault } from "./fault.ts";

const CALLS = limits.mcpCalls.max;
const AT_ONCE = limits.mcpResultsBeingRead.max;
const WINDOW_MS = 60_000;

export type CallWindow = ReturnType<typeof createCallWindow>;

/**
 * Limits an account's calls whatever they cost: free tools are counted in no other window. Each process counts concurrent
 * calls by itself.
 */
export function createCallWindow(clock: Clock, windows: Windows) {
  const running = new Shares(AT_ONCE);

  return {
    count(accountId: string): void {
      if (windows.use(`mcp ${accountId}`, WINDOW_MS) <= CALLS) return;
      const seconds = Math.max(1, Math.ceil((WINDOW_MS - (clock.now() % WINDOW_MS)) / 1000));
      throw new Fault(
        `429 rate_limited: ${CALLS} calls a minute at /mcp. Try again in ${seconds} s. Nothing was done.`,
      );
    },

    /** For reading results, which uses memory while it runs. */
    async during<T>(accountId: string, work: () => Promise<T>): Promise<T> {
      const leave = running.enter([accountId]);
      if (!leave) throw new Fault(`429 rate_limited: ${AT_ONCE} results are being read. Wait for one to end.`);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
