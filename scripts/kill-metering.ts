import { seeded } from "../src/source-kit/stand-in/seeded.ts";
import { killOneOfTwo } from "../test/drills/metering/kill-one-of-two.ts";
import { killAndCheck } from "../test/simulation/metering/kill.ts";
import { openWorld } from "./chaos/world.ts";
import { onStores } from "./support/on-stores.ts";
import { options } from "./support/options.ts";

/** `kill -9` at random moments under load, repeatedly on the same store; first, of one of two processes with calls in flight. */
const { rounds, seed, repeats } = options({ rounds: 50, seed: String(Date.now()), repeats: 30 });
console.log(await killOneOfTwo(await openWorld(), repeats));
await onStores({ fsync: true }, async (name, settings) => {
  const random = seeded(`${name} ${seed}`);
  let acknowledged = 0;
  for (let round = 1; round <= rounds; round++) {
    const known = await killAndCheck(settings, random).catch((cause: unknown) => {
      throw new Error(`${name}, seed ${seed}, round ${round}`, { cause });
    });
    acknowledged += known.acknowledged;
  }
  console.log(`${name}: killed ${rounds} times, ${acknowledged} acknowledged charges, each stored once, no hold left`);
});
