import { parseArgs } from "node:util";
import { seeded } from "../src/contract/seeded.ts";
import { killAndCheck } from "../test/simulation/metering/kill.ts";
import { onStores } from "./support/on-stores.ts";

/** `kill -9` at random moments under load, repeatedly on the same store. */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "50" }, seed: { type: "string", default: String(Date.now()) } },
});
const rounds = Number(values.rounds);
await onStores({ fsync: true }, async (name, settings) => {
  const random = seeded(`${name} ${values.seed}`);
  let acknowledged = 0;
  for (let round = 1; round <= rounds; round++) {
    try {
      acknowledged += (await killAndCheck(settings, random)).acknowledged;
    } catch (error) {
      console.error(`${name}, seed ${values.seed}, round ${round}`);
      throw error;
    }
  }
  console.log(`${name}: killed ${rounds} times, ${acknowledged} acknowledged charges, each stored once, no hold left`);
});
