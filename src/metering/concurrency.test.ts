import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdmittingOrder } from "../../test/support/metering/admitting-process.ts";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";

const cases = [
  { credits: 1, calls: 300, cost: 1, succeed: 1 },
  { credits: 100, calls: 200, cost: 1, succeed: 100 },
  { credits: 500, calls: 100, cost: 10, succeed: 50 },
];
const program = fileURLToPath(new URL("../../test/support/metering/admitting-process.ts", import.meta.url));

/** Shared by both stores: starting them takes longer than all calls. */
let processes: ChildProcess[];
beforeAll(() => {
  processes = [1, 2, 3].map(() => fork(program));
});
afterAll(() => {
  for (const child of processes) child.disconnect();
});

describeOnBothStores("many concurrent calls", (fresh) => {
  const metered = useMetered(fresh, openPlan(0));

  for (const { credits, calls, cost, succeed } of cases) {
    test(`${credits} credits, ${calls} calls at ${cost} each: exactly ${succeed} succeed on one process`, async () => {
      const { metering } = metered;
      const caller = await metered.newCaller("free", 0);
      await metered.accounts.grant(caller.account.id, credits);
      const kinds = await Promise.all(
        Array.from({ length: calls }, async () => {
          const admission = await metering.admit(request(caller, { maxCost: cost }));
          if (admission.kind === "admitted") await metering.settle(admission.hold, outcome({ cost }));
          return admission.kind;
        }),
      );
      expect(kinds.filter((kind) => kind === "admitted")).toHaveLength(succeed);
      expect((await metering.peek(caller)).points).toBe(credits - succeed * cost);
    });
  }

  test("the same, exactly, across three processes on one store", async () => {
    const { accounts } = metered;
    for (const { credits, calls, cost, succeed } of cases) {
      const account = await accounts.createAccount({ email: `three-${credits}@people.example`, points: 0 });
      await accounts.grant(account.id, credits);
      const { secret } = await accounts.createKey(account.id, { name: "key" });
      const order = { settings: fresh.settings(), secret, calls: Math.ceil(calls / 3), cost };
      expect(await admitFrom(processes, order)).toBe(succeed);
      const ledger = await accounts.ledgerOf(account.id, 5_000);
      expect(ledger.filter(({ kind }) => kind === "settle")).toHaveLength(succeed);
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(credits - succeed * cost);
    }
  });
});

async function admitFrom(processes: ChildProcess[], order: AdmittingOrder): Promise<number> {
  const ready = processes.map((child) => once(child, "message"));
  for (const child of processes) child.send(order);
  await Promise.all(ready);
  const done = processes.map((child) => once(child, "message"));
  for (const child of processes) child.send("go");
  const counts = await Promise.all(done);
  return counts.reduce((sum, [count]) => sum + Number(count), 0);
}
