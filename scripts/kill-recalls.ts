import { parseArgs } from "node:util";
import { seeded } from "../src/contract/seeded.ts";
import { killRecalls } from "../test/drills/recalls/kill-recalls.ts";
import { onStores } from "./support/on-stores.ts";

/** `kill -9` at random moments while recalls are paid and told: each wrong call is paid back once, and nobody else is told. */
const { values } = parseArgs({
  options: {
    wrong: { type: "string", default: "300" },
    healthy: { type: "string", default: "1000" },
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now()) },
  },
});
const drill = { wrong: Number(values.wrong), healthy: Number(values.healthy), kills: Number(values.kills) };
await onStores({ fsync: true }, async (name, settings) => {
  const { killed } = await killRecalls(settings, seeded(`${name} ${values.seed}`), drill);
  console.log(`${name}: killed ${killed} times, ${drill.wrong} calls paid back once each, ${drill.healthy} left alone`);
});
