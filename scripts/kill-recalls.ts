import { seeded } from "../src/source-kit/stand-in/seeded.ts";
import { killRecalls } from "../test/drills/recalls/kill-recalls.ts";
import { onStores } from "./support/on-stores.ts";
import { options } from "./support/options.ts";

/** `kill -9` at random moments while recalls are paid and told: each wrong call is paid back once, and nobody else is told. */
const { seed, ...drill } = options({ wrong: 300, healthy: 1_000, kills: 20, seed: String(Date.now()) });
await onStores({ fsync: true }, async (name, settings) => {
  const { killed } = await killRecalls(settings, seeded(`${name} ${seed}`), drill);
  console.log(`${name}: killed ${killed} times, ${drill.wrong} calls paid back once each, ${drill.healthy} left alone`);
});
