import { WinnowError } from "../contract/errors.ts";
import type { Evidence } from "./evidence.ts";
import type { KeptPages } from "./kept-pages.ts";
import type { LookupCache } from "./lookup-cache.ts";
import { callRetention, type OperationCall } from "./operation-call.ts";

/** Where that goes which is kept of a call besides its row in the ledger. */
export interface CallStores {
  evidence: Pick<Evidence, "keep" | "recorder">;
  lookups: Pick<LookupCache, "find" | "keep">;
  pages: Pick<KeptPages, "keep" | "wants">;
  log: { error(context: object, message: string): void };
}

/** For a call that leaves no trace. Evidence that was asked for is refused before. */
const nowhere = ({ evidence, lookups, log }: CallStores): CallStores => ({
  evidence: { recorder: evidence.recorder, keep: async () => null },
  lookups: { ...lookups, keep: async () => {} },
  pages: { wants: () => false, keep() {} },
  log: {
    // A message may quote the site or the caller: only the code of the error is said.
    error(context, message) {
      const { err, ...known } = context as { err?: unknown };
      const code = err instanceof WinnowError ? err.code : "internal";
      log.error(err === undefined ? known : { ...known, code }, err === undefined ? message : "a call failed");
    },
  },
});

/** What lookups found is shared by all accounts: practice neither takes nor changes it. */
const noLookups: CallStores["lookups"] = { find: async () => null, keep: async () => {} };

/** Everything that stores something of a call takes it from here. */
export function callStores(stores: CallStores): (call: Pick<OperationCall, "state" | "caller">) => CallStores {
  const none = nowhere(stores);
  return (call) => {
    const kept = callRetention(call) === "none" ? none : stores;
    return call.caller.key.mode === "test" ? { ...kept, lookups: noLookups } : kept;
  };
}
