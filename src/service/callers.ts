import { hashSecret } from "../accounts/key-secret.ts";
import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { isInNetworks } from "../base/network/addresses.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Metering } from "../metering/types.ts";
import type { CallLimiter } from "../overload/call-limiter.ts";
import { createKnownCallers, type Quota } from "../overload/known-callers.ts";
import type { CallLog } from "./call-log.ts";
import type { CallState } from "./operation-call.ts";
import { whyForbidden } from "./permission.ts";
import type { Entry } from "./registry.ts";

export interface KeyLookup {
  /** The owner of a secret, even of an ended key. */
  ownerOf(secret: string): Promise<Caller | null>;
  lookUpKey(
    secret: string,
    address: string,
    hash: string,
  ): Promise<Caller | Extract<ErrorCode, "key_invalid" | "key_revoked" | "key_expired"> | { retryAfter: number }>;
}

/** The response to a call that is rejected before its body is read. */
export interface Refused {
  error: WinnowError;
  quota: Quota;
}

/** A call that continues; `arrived` is called when it enters the limiter or has its response. */
interface Arrival {
  arrived(): void;
}

interface Dependencies {
  accounts: KeyLookup;
  metering: Pick<Metering, "peek">;
  clock: Clock;
  limiter: CallLimiter;
  callLog: CallLog;
}

/** Identifies callers and provides the points and rate windows that every response shows. */
export function createCallers({ accounts, metering, clock, limiter, callLog }: Dependencies) {
  const known = createKnownCallers(clock);
  const peeks = new Map<string, ReturnType<Metering["peek"]>>();

  /** The caller with a key; `address` is the client's. The key's hash is computed once per call. */
  async function identify(secret: string, address: string, hash = hashSecret(secret)): Promise<Caller> {
    const found = await accounts.lookUpKey(secret, address, hash);
    if (typeof found === "string") throw new WinnowError(found);
    if ("retryAfter" in found) {
      const headers = { "retry-after": String(found.retryAfter) };
      throw new WinnowError("rate_limited", "Rate limit exceeded: too many wrong keys from this network.", { headers });
    }
    if (found.key.networks && !isInNetworks(found.key.networks, address)) throw new WinnowError("network_forbidden");
    known.met(hash, found);
    return found;
  }

  /**
   * Called when a call arrives with a key of this hash. Without capacity it is rejected before its body is read and without
   * a database query, if it is plain and its caller is recent. Any other call continues and counts as waiting from here:
   * hundreds may arrive in one turn of the event loop and would all see the same capacity.
   */
  function arrive(hash: string, entry: Entry, isPlain: boolean): Refused | Arrival {
    const { caller, quota } = known.find(hash) ?? {};
    if (isPlain && caller && quota && !whyForbidden(caller, entry, "http")) {
      const error = limiter.refusalFor(caller.account.id);
      // A rejection that must appear in its account's log takes the normal path.
      if (error && callLog.leavesOut(caller.account.id)) return { error, quota };
    }
    return { arrived: limiter.trackArrival(caller?.account.id ?? null) };
  }

  /** Points and windows of a key. Concurrent calls share one query. */
  function peek(caller: Caller): ReturnType<Metering["peek"]> {
    const { id } = caller.key;
    let peeked = peeks.get(id);
    if (!peeked) {
      peeked = metering.peek(caller).finally(() => peeks.delete(id));
      peeks.set(id, peeked);
    }
    return peeked;
  }

  /** Every response to a known key shows points and windows, even a rejection before admission. */
  async function readQuota(caller: Caller, state: CallState): Promise<void> {
    if (state.points !== null && state.windows !== null) return;
    const quota = await peek(caller).catch(() => null);
    state.points ??= quota?.points ?? null;
    state.windows ??= quota?.windows ?? null;
    known.remember(caller, state);
  }

  return {
    identify,
    arrive,
    peek,
    readQuota,
    remember: (caller: Caller, state: CallState): void => known.remember(caller, state),
  };
}
