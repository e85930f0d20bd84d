import { randomUUID } from "node:crypto";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import type { Source } from "../../../src/contract/source.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { createRecalls } from "../../../src/recalls/recalls.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { openPlan } from "../../support/metering/open-plan.ts";
import { outcome, request } from "../../support/metering/requests.ts";
import { watchedSite } from "./watched-site.ts";

/** What a charged call got, compared with what the site says when nothing is changed there. */
export interface ChargedCall {
  id: string;
  isWrong: boolean;
  warnings: string[];
}

/** A watched site whose every answered call is charged as the service does it, so that it can be recalled. */
export async function chargedSite(store: Store, source: Source, random: () => number) {
  const site = await watchedSite(store, source, random);
  const { clock } = site;
  const plans = openPlan(1e9);
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  const recalls = createRecalls({
    db: store.db,
    clock,
    operation: (path) => source.operations.find((one) => one.path === path),
  });
  const truth = new Map<string, string>();

  return {
    site,
    recalls,

    async newCaller(): Promise<Caller> {
      const account = await accounts.createAccount({ email: `${randomUUID()}@people.example`, points: 1e9 });
      const { secret } = await accounts.createKey(account.id, { name: "key" });
      return (await accounts.lookUpKey(secret)) as Caller;
    },

    /** Null for a call that failed, which is free. */
    async call(
      caller: Caller,
      operation: Operation,
      params: Record<string, unknown>,
      afterMs = 60_000,
    ): Promise<ChargedCall | null> {
      clock.ahead += afterMs;
      const about = { endpoint: operation.path, source: source.name, params };
      const admitted = await metering.admit(request(caller, about));
      if (admitted.kind !== "admitted") throw new Error(admitted.kind);
      const { records, error, warnings } = await site.call(caller.account.id, operation, params);
      const body = JSON.stringify(records);
      const answer = { status: 200, headers: {}, body: Buffer.from(body) };
      const settled = error
        ? outcome({ status: 502, cost: 0, results: 0 })
        : outcome({ cost: 10, results: records.length, answer, durable: true });
      await metering.settle(admitted.hold, settled);
      if (error) return null;
      const key = `${operation.path} ${JSON.stringify(params)}`;
      if (!site.state.change) truth.set(key, body);
      return { id: admitted.hold.requestId, isWrong: truth.get(key) !== body, warnings };
    },

    async close(): Promise<void> {
      accounts.close();
      await metering.close();
      await site.close();
    },
  };
}
