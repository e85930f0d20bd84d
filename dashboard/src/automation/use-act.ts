import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";

interface Act {
  path: string;
  /** The notification shown on success. */
  done?: string;
}

/** An action without a body on a job, batch, schedule or webhook. */
export const useAct = <T = unknown>(onDone?: (answer: T) => unknown) =>
  useChange(({ path }: Act) => api.post<T>(path), {
    done: ({ done }) => done,
    ...(onDone && { onDone }),
  });
