import { useCallback, useRef, useState } from "react";
import type { OperationView, RunEvent } from "../../../src/endpoints/dashboard/types.ts";
import { ApiError, api, stream } from "../api/call.ts";
import { onSignedOut, refreshAll } from "../api/queries.ts";
import type { Item } from "../records/values.ts";
import type { Values } from "./fields.ts";

type Answer = Extract<RunEvent, { type: "answer" }>;

interface Arrived {
  requestId: string | null;
  pages: number;
  records: Item[];
}

export type RunState =
  | { kind: "idle" }
  | ({ kind: "running"; startedAt: number } & Arrived)
  /** `charged` is null until the service reports it. */
  | ({ kind: "stopped"; charged: number | null } & Arrived)
  | { kind: "answered"; answer: Answer; records: Item[] }
  | { kind: "failed"; status: number; detail: unknown; requestId: string | null };

const FIRST_WAIT_MS = 400;
const MAX_ATTEMPTS = 16; // With growing waits, three and a half minutes in all.

/** One run at a time: its records as they arrive, and its outcome. */
export function useRun() {
  const [state, setState] = useState<RunState>({ kind: "idle" });
  const [before, setBefore] = useState<string | null>(null);
  const inFlight = useRef<AbortController | null>(null);

  const start = useCallback(async ({ path: operation }: OperationView, body: Values, fault?: string) => {
    inFlight.current?.abort();
    const mine = new AbortController();
    inFlight.current = mine;
    const isMine = () => inFlight.current === mine;
    const startedAt = Date.now();
    let arrived: Arrived = { requestId: null, pages: 0, records: [] };
    setState((old) => {
      if (old.kind === "answered") setBefore(old.answer.request_id);
      return { kind: "running", startedAt, ...arrived };
    });
    try {
      for await (const event of stream<RunEvent>(
        "/playground/run",
        { operation, body, ...(fault && { fault }) },
        mine.signal,
      )) {
        if (event.type === "progress") {
          const records = event.records.length > 0 ? [...arrived.records, ...event.records] : arrived.records;
          arrived = { requestId: event.request_id, pages: event.pages, records };
          setState({ kind: "running", startedAt, ...arrived });
        } else if (event.type === "answer") setState({ kind: "answered", answer: event, records: arrived.records });
        else setState({ ...event, kind: "failed", requestId: event.request_id });
      }
    } catch (error) {
      if (mine.signal.aborted) {
        if (isMine()) setState({ kind: "stopped", charged: null, ...arrived });
        const ended = await end(arrived.requestId);
        if (isMine() && ended) setState({ kind: "stopped", pages: arrived.pages, ...ended });
      } else {
        const known = error instanceof ApiError ? error : null;
        if (known) onSignedOut(known);
        const { status, detail, requestId } = known ?? { status: 0, detail: null, requestId: arrived.requestId };
        setState({ kind: "failed", status, detail, requestId });
      }
    }
    await refreshAll();
  }, []);

  const stop = useCallback(() => inFlight.current?.abort(), []);
  return { state, before, start, stop };
}

/** The cost of a stopped run, and the records it was charged for. */
async function end(requestId: string | null): Promise<{ requestId: string; charged: number; records: Item[] } | null> {
  if (requestId === null) return null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const request = await api.get(`/requests/${requestId}`).catch(() => null);
    if (request && request.status !== null) {
      return { requestId, charged: request.cost, records: Array.isArray(request.answer) ? request.answer : [] };
    }
    await new Promise((done) => setTimeout(done, FIRST_WAIT_MS * 1.4 ** attempt));
  }
  return null;
}
