import type { Caller } from "../accounts/types.ts";
import { WinnowError } from "../contract/errors.ts";
import { errorText } from "./error-text.ts";
import { type CallState, callRetention, type EntryPoint } from "./operation-call.ts";
import type { Entry } from "./registry.ts";
import type { Service } from "./service.ts";

/** Where a call came from. */
export interface Origin {
  address: string;
  headers: Record<string, unknown>;
}

interface Logged {
  entry: Entry;
  caller: Caller;
  entryPoint: EntryPoint;
  state: CallState;
  /** What was sent. */
  body: unknown;
  from: Origin;
}

/** Runs a call from an entry point without statuses and headers of its own, and logs how it ended. */
export async function loggedRun<T>(service: Service, about: Logged, work: () => Promise<T>): Promise<T> {
  const { entry, caller, entryPoint, state, body, from } = about;
  const log = (failure: WinnowError | null) =>
    service.logCall({
      requestId: state.requestId,
      accountId: caller.account.id,
      keyId: caller.key.id,
      endpoint: entry.operation.path,
      source: entry.source.name,
      entryPoint,
      kind: state.kind,
      startedAt: state.startedAt,
      status: failure?.status ?? 200,
      errorCode: failure?.code ?? null,
      errorText: failure ? errorText(failure) : null,
      address: from.address,
      body: state.kind === "admitted" ? null : JSON.stringify(body),
      headersIn: from.headers,
      headersOut: {},
      timeline: state.timeline,
      retention: callRetention(about),
    });
  try {
    const done = await work();
    log(null);
    return done;
  } catch (error) {
    log(error instanceof WinnowError ? error : new WinnowError("internal"));
    throw error;
  }
}
