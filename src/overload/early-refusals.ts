import type { KeyHolder } from "../accounts/types.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { KnownCallers, Standing } from "./known-callers.ts";
import type { LoadGate } from "./load-gate.ts";

/** What a call is told that is refused before it is read. */
export interface Refused {
  error: WinnowError;
  standing: Standing;
}

/** A call that goes on; called when it enters the gate or has been answered. */
export interface LetBy {
  arrived(): void;
}

/**
 * While calls are refused: refuses a call of a caller who was here just now, before its body is read and without a
 * question to the store. Null where more has to be known.
 */
export function refuseEarly(
  { gate, known, leavesOut }: { gate: LoadGate; known: KnownCallers; leavesOut(account: string): boolean },
  hash: string,
  isForbidden: (holder: KeyHolder) => boolean,
): Refused | LetBy | null {
  const caller = known.find(hash);
  if (!caller) return null;
  const { id } = caller.holder.person;
  const error = isForbidden(caller.holder) ? null : gate.refusalFor(id);
  // A refusal that is to stand in its account's log goes the usual way.
  if (error && leavesOut(id)) return { error, standing: caller.standing };
  return { arrived: gate.letBy(id) };
}
