import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { describeOnBothStores } from "../../support/store/stores.ts";
import { killRecalls } from "./kill-recalls.ts";

/** The long run is `node scripts/kill-recalls.ts`. */
describeOnBothStores("a process that carries out recalls and is killed twice with -9", (fresh) => {
  test("exactly the 20 wrong calls of four accounts beside 200 healthy ones are paid back, each once, and nobody else is told", async () => {
    const seed = process.env.WINNOW_KILL_SEED ?? randomUUID();
    const drill = killRecalls(fresh.settings(), seeded(seed), { wrong: 20, healthy: 200, kills: 2 });
    expect(await drill.catch((error: Error) => `WINNOW_KILL_SEED=${seed}: ${error.stack}`)).toEqual({ killed: 2 });
  });
});
