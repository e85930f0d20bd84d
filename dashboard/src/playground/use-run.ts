import { useCallback, useRef, useState } from "react";
import type { OperationView, RunEvent } from "../../../src/dashboard-api/api-types.ts";
import { ApiError, stream } from "../api/call.ts";
import { refreshAll } from "../api/queries.ts";
import type { Values } from "./fields.ts";

export type RunState =
  | { kind: "idle" }
  | { kind: "running"; pages: number; records: number; elapsed: number }
  | { kind: "stopped"; pages: number; records: number }
  | { kind: "answered"; answer: Extract<RunEvent, { type: "answer" }> }
  | { kind: "failed"; status: number; detail: unknown };

/** One run at a time: its progress, and how it ended. */
export function useRun() {
  const [state, setState] = useState<RunState>({ kind: "idle" });
  const inFlight = useRef<AbortController | null>(null);

  const start = useCallback(async ({ path: operation }: OperationView, body: Values) => {
    inFlight.current?.abort();
    const mine = new AbortController();
    inFlight.current = mine;
    let seen = { pages: 0, records: 0 };
    setState({ kind: "running", ...seen, elapsed: 0 });
    try {
      for await (const event of stream<RunEvent>("/playground/run", { operation, body }, mine.signal)) {
        if (event.type === "progress") {
          seen = { pages: event.pages, records: event.records };
          setState({ kind: "running", ...seen, elapsed: event.elapsed_ms });
        } else if (event.type === "answer") setState({ kind: "answered", answer: event });
        else setState({ kind: "failed", status: event.status, detail: event.detail });
      }
    } catch (error) {
      if (mine.signal.aborted) setState({ kind: "stopped", ...seen });
      else {
        const status = error instanceof ApiError ? error.status : 0;
        setState({ kind: "failed", status, detail: error instanceof ApiError ? error.detail : null });
      }
    }
    await refreshAll();
  }, []);

  const stop = useCallback(() => inFlight.current?.abort(), []);
  return { state, start, stop };
}
