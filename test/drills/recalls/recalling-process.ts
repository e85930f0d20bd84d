import { writeSync } from "node:fs";
import { systemClock } from "../../../src/base/clock.ts";
import { createOutbox } from "../../../src/jobs/webhooks/webhook-store.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { createRecallRounds } from "../../../src/recalls/recall-rounds.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { openPlan } from "../../support/metering/open-plan.ts";

/** A process that carries out recalls and says how far it is, until it is killed. */
const [settings] = process.argv.slice(2) as [string];
const store = await openStore(JSON.parse(settings));
const metering = createMetering({ store, clock: systemClock, plans: openPlan(0) });
const outbox = createOutbox(store, systemClock, "", () => {});
let steps = 0;
/** Written before the next step, so that the parent can kill the process right there. */
const say = () => void writeSync(1, `${++steps}\n`);

const { round } = createRecallRounds({
  db: store.db,
  clock: systemClock,
  metering: {
    async recall(one) {
      say();
      const returned = await metering.recall(one);
      say();
      return returned;
    },
  },
  async publish(event) {
    say();
    await outbox.publish(event);
    say();
  },
});
await round();
await metering.close();
await store.close();
