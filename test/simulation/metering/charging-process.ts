import { writeSync } from "node:fs";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { openPlan } from "../../support/metering/open-plan.ts";
import { outcome, request } from "../../support/metering/requests.ts";

/** A process that charges as fast as it can and prints the responses, until it is killed. */
const [settings, secret] = process.argv.slice(2) as [string, string];
const plans = openPlan(0);
const store = await openStore(JSON.parse(settings));
const metering = createMetering({ store, clock: systemClock, plans });
const accounts = createAccounts({ store, clock: systemClock, plans, metering });
const caller = (await accounts.lookUpKey(secret)) as Caller;

/** Written before the next step, so that acknowledgements are known even if the process dies now. */
function say(...words: Array<string | number>): void {
  try {
    writeSync(1, `${words.join(" ")}\n`);
  } catch (error) {
    // The reader has fallen behind and the pipe is full.
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    say(...words);
  }
}

async function charge(cost: number): Promise<never> {
  for (;;) {
    const admission = await metering.admit(request(caller, { maxCost: 20, timeoutSeconds: 20 }));
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    say("held", admission.hold.id);
    const { charged } = await metering.settle(admission.hold, outcome({ cost }));
    say("charged", admission.hold.id, charged);
  }
}

async function payer(): Promise<never> {
  for (let amount = 1; ; amount++) {
    await accounts.grant(caller.account.id, amount, { kind: "top_up", note: `${process.pid} ${amount}` });
    say("paid", `${process.pid} ${amount}`);
  }
}

await Promise.all([...Array.from({ length: 16 }, (_, at) => charge(at)), payer()]);
