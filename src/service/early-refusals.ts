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

/** What is refused before the store has been asked anything: while there is too much to do, that is most of what comes. */
export function createEarlyRefusals(
  known: KnownCallers,
  gate: Pick<LoadGate, "refuseIfFull" | "refuseIfHopeless" | "refusalFor" | "letBy" | "isBusy"> | undefined,
  callLog: Pick<CallLog, "leavesOut"> | undefined,
) {
  /** While calls wait: who is calling, if he was here just now. The store need not be asked about one that is refused. */
  const knownIfBusy = (secret: string) => (gate?.isBusy ? known.find(secret) : null);

  /**
   * What a call is told that can only be refused, whatever its body says, where its caller was here just now. Null where
   * more has to be known, or where the call is to stand in its account's log.
   */
  function shed(secret: string, entry: Entry): Shed | null {
    const caller = knownIfBusy(secret);
    if (!caller || whyForbidden(caller.holder, entry, "http")) return null;
    const { id } = caller.holder.person;
    const error = gate!.refusalFor(id);
    if (!error || (callLog && !callLog.leavesOut(id))) return null;
    return { error, standing: caller.standing };
  }

  return {
    knownIfBusy,
    shed,
    /** While calls wait: a call of somebody who was here just now goes on; returns what is told when it has been answered. */
    letBy(secret: string): (() => void) | null {
      const caller = knownIfBusy(secret);
      return caller && gate!.letBy(caller.holder.person.id);
    },
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
