import type { KeyHolder } from "../accounts/types.ts";
import { WinnowError } from "../contract/errors.ts";
import type { LoadGate } from "../overload/load-gate.ts";
import type { CallLog } from "./call-log.ts";
import type { KnownCallers, Standing } from "./known-callers.ts";
import type { CallState, EntryPoint } from "./operation-call.ts";
import type { Entry } from "./registry.ts";

/** What a call is told that was refused before it was read. */
export interface Shed {
  error: WinnowError;
  standing: Standing;
}

/** A call that goes on although others wait: to be told when it has been answered. */
export interface LetBy {
  answered(): void;
}

/** What is refused before the store has been asked anything: while there is too much to do, that is most of what comes. */
export function createEarlyRefusals(
  known: KnownCallers,
  gate: Pick<LoadGate, "refuseIfFull" | "refuseIfHopeless" | "refusalFor" | "letBy" | "isBusy"> | undefined,
  callLog: Pick<CallLog, "leavesOut"> | undefined,
) {
  /** While calls wait: who is calling, if he was here just now. The store need not be asked about one that is refused. */
  const knownIfBusy = (secret: string) => (gate?.isBusy ? known.find(secret) : null);

  /**
   * While calls wait, of a caller who was here just now: what a call is told that can only be refused, whatever its body
   * says, unless it is to stand in its account's log; any other goes on. Null where more has to be known.
   */
  function shed(secret: string, entry: Entry): Shed | LetBy | null {
    const caller = knownIfBusy(secret);
    if (!caller) return null;
    const { id } = caller.holder.person;
    const error = whyForbidden(caller.holder, entry, "http") ? null : gate!.refusalFor(id);
    if (error && (!callLog || callLog.leavesOut(id))) return { error, standing: caller.standing };
    return { answered: gate!.letBy(id) };
  }

  return {
    knownIfBusy,
    shed,
    /** Before a body is read: throws where this account's calls could only be refused. */
    refuseIfFull: ({ person }: KeyHolder): void => gate?.refuseIfFull(person.id),
    /** Throws where the call could not be done before its deadline. */
    refuseIfHopeless: ({ person }: KeyHolder, request: Record<string, unknown>, { startedAt }: CallState): void =>
      gate?.refuseIfHopeless(person.id, startedAt + (request.timeout as number) * 1000),
  };
}

export function whyForbidden({ key }: KeyHolder, { source }: Entry, entryPoint: EntryPoint): WinnowError | null {
  if (key.usage_context === "mcp_only" && entryPoint !== "mcp") return new WinnowError("mcp_only");
  if (!key.sources || key.sources.includes(source.name)) return null;
  const allowed = key.sources.join(", ") || "no source";
  return new WinnowError("source_forbidden", `This key may not use ${source.name}; it is allowed for ${allowed}.`);
}
