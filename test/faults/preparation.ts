import { setTimeout as wait } from "node:timers/promises";
import { Winnow } from "../../client/src/index.ts";
import type { Purse } from "./purse.ts";
import { LINES, type LinkFormat, type Needed, OPERATION, REQUEST, type Rec } from "./way.ts";

/** More lines than a page of a list has. */
const LONG = Array.from({ length: 104 }, () => ({ keyword: "laptop", count: 1 }));

/** What is read, and with which key. */
export interface Subject {
  key: string;
  id: string;
}

/** Makes what ways need, beside the proxy and once for many cells: that takes longer than reading it. */
export class Preparation {
  readonly #address: string;
  readonly #purse: Purse;
  readonly #made = new Map<Needed, Promise<Subject>>();

  constructor(address: string, purse: Purse) {
    this.#address = address;
    this.#purse = purse;
  }

  get(needed: Needed): Promise<Subject> {
    const made = this.#made.get(needed) ?? this.#make(needed);
    this.#made.set(needed, made);
    return made;
  }

  /** A new batch of which some lines have ended; a reading gives at least those, and all records of each line. */
  async runningBatch(): Promise<Subject & { ended: number[] }> {
    const { key, winnow } = await this.#newAccount();
    const { id } = await winnow.batches.submit(OPERATION, LINES);
    for (;;) {
      const jobs = await Array.fromAsync(winnow.jobs.list({ batchId: id, status: "succeeded" }));
      if (jobs.length >= 3) return { key, id, ended: jobs.map(({ line }) => line!) };
      await wait(5);
    }
  }

  async #make(needed: Needed): Promise<Subject> {
    const { key, winnow } = await this.#newAccount();
    return { key, id: await make(needed, winnow) };
  }

  async #newAccount(): Promise<{ key: string; winnow: Winnow }> {
    const key = await this.#purse.newKey();
    return { key, winnow: new Winnow({ url: this.#address, key }) };
  }
}

/** Returns an id or a path. */
async function make(needed: Needed, winnow: Winnow): Promise<string> {
  switch (needed) {
    case "batch":
    case "running batch":
      return endedBatch(winnow, LINES);
    case "long batch":
      return endedBatch(winnow, LONG);
    case "feed": {
      const made = { operation: OPERATION, name: "laptops", request: REQUEST, cron: "0 0 1 1 *" };
      const { id, feed_secret } = await winnow.schedules.create(made);
      return `/schedules/${id}/feed/${feed_secret}`;
    }
    default: {
      const job = await winnow.jobs.submit(OPERATION, REQUEST);
      await job.ended();
      if (needed === "job") return job.id;
      const format = needed.slice("link ".length) as LinkFormat;
      return new URL((await winnow.links.ofJob(job.id, { format })).url).pathname;
    }
  }
}

async function endedBatch(winnow: Winnow, lines: Rec[]): Promise<string> {
  const { id } = await winnow.batches.submit(OPERATION, lines);
  await winnow.batches.ended(id, { pollSeconds: 0.05 });
  return id;
}
