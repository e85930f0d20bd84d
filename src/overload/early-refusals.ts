import type { KeyHolder } from "../accounts/types.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { KnownCallers, Standing } from "./known-callers.ts";
import type { LoadGate } from "./load-gate.ts";

/** What a call is told that is refused before it is read. */
export interface Refused {
  error: WinnowError;
  standing: Standing;
}

/** A call that goes on. */
export interface LetBy {
  /** Called when it enters the gate or has been answered. */
  arrived(): void;
}

interface Parts {
  gate: LoadGate;
  known: KnownCallers;
  /** Whether a refusal of this account is left out of its log. */
  leavesOut(account: string): boolean;
}

/**
 * Where there is no room: refuses a call whose caller was here just now, before its body is read and without a question
 * to the store. Any other goes on, and counts as waiting from here: within one turn of the event loop hundreds may come, which
 * would all find the same room. `mayRefuse` says whether this holder's call would get so far.
 */
export function refuseEarly(
  { gate, known, leavesOut }: Parts,
  hash: string,
  mayRefuse: (holder: KeyHolder) => boolean,
): Refused | LetBy {
  const caller = known.find(hash);
  const account = caller?.holder.person.id ?? null;
  if (caller?.standing && mayRefuse(caller.holder)) {
    const error = gate.refusalFor(account!);
    // A refusal that is to stand in its account's log goes the usual way.
    if (error && leavesOut(account!)) return { error, standing: caller.standing };
  }
  return { arrived: gate.letBy(account) };
}
