import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { join } from "node:path";
import { Agent } from "undici";
import { median } from "./support/interleave.ts";
import type { Served } from "./support/serve-both.ts";
import { type Suite, type Table, times } from "./support/suite.ts";

const ROUNDS = 8;
const EACH_ROUND = 25;
const SIDE_BY_SIDE = 8;
const BODY = JSON.stringify({ keyword: "koffiezetapparaat", count: 20 });

export default {
  name: "whole-request",
  async run(): Promise<Table[]> {
    const child = fork(join(import.meta.dirname, "support/serve-both.ts"), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const agent = new Agent({ connections: SIDE_BY_SIDE });
    try {
      const served = await new Promise<Served>((resolve, reject) => {
        child.once("message", (told) => resolve(told as Served));
        child.once("exit", (code) => reject(new Error(`the service ended with ${code}`)));
      });
      return [await compare(served, agent, (text) => child.send(text))];
    } finally {
      await agent.close();
      child.disconnect();
    }
  },
} satisfies Suite;

async function compare(
  { service, constant, key }: Served,
  agent: Agent,
  tellAnswer: (text: string) => void,
): Promise<Table> {
  const post = async (origin: string, path: string) => {
    const { statusCode, body } = await agent.request({
      origin,
      path,
      method: "POST",
      headers: { "content-type": "application/json", "access-token": key },
      body: BODY,
    });
    const text = await body.text();
    assert.equal(statusCode, 200, text);
    return text;
  };
  const whole = () => post(service, "/api/nlretail/products/search");
  const plain = () => post(constant, "/constant");
  const answer = await whole();
  assert.equal((JSON.parse(answer) as unknown[]).length, 20);
  tellAnswer(answer);

  const alone = await turns(whole, plain, oneAfterTheOther);
  const crowd = await turns(whole, plain, sideBySide);
  return {
    title: "A whole request for 20 records, against the same Fastify answering those records as a constant",
    columns: ["", "whole request", "constant", "ratio"],
    rows: [
      ["ms a request, one after the other", alone.whole, alone.plain, times(alone.whole / alone.plain)],
      [
        `requests a second, ${SIDE_BY_SIDE} side by side`,
        1000 / crowd.whole,
        1000 / crowd.plain,
        `1/${(crowd.whole / crowd.plain).toFixed(0)}`,
      ],
    ],
    notes: [
      "The whole request: key, body, windows, hold in the store (SQLite, every write on disk), the page fetched over HTTP from the stand-in site (in the same process, which packs it anew each time), read, settled, written.",
      `Turns of ${EACH_ROUND} requests, ${ROUNDS} of each; medians. The client is another process on the same machine.`,
    ],
  };
}

type Way = (post: () => Promise<unknown>) => Promise<void>;

const oneAfterTheOther: Way = async (post) => {
  for (let count = 0; count < EACH_ROUND; count++) await post();
};

const sideBySide: Way = async (post) => {
  let left = EACH_ROUND;
  const work = async () => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
};

/** Milliseconds a request; the first turn of each is not counted. */
async function turns(whole: () => Promise<unknown>, plain: () => Promise<unknown>, way: Way) {
  const taken = { whole: [] as number[], plain: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, post] of [
      ["whole", whole],
      ["plain", plain],
    ] as const) {
      const started = performance.now();
      await way(post);
      if (round >= 0) taken[name].push((performance.now() - started) / EACH_ROUND);
    }
  }
  return { whole: median(taken.whole), plain: median(taken.plain) };
}
