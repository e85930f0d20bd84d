import { parseArgs } from "node:util";
import { seeded } from "../../src/contract/seeded.ts";

/**
 * Simulates a rate of requests on a number of processes and databases, with the costs that `measure.ts` found. Every
 * request queues for a CPU of its process and, twice (admission, settlement), for one of its account's database. Accounts
 * are assigned by id. Calls of one account are written in successive batches, under the lock of one row.
 */
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    processes: { type: "string", default: "80" },
    databases: { type: "string", default: "4" },
    /** Per database. */
    processors: { type: "string", default: "8" },
    accounts: { type: "string", default: "2000" },
    /** The largest account's share of all calls. */
    largest: { type: "string", default: "0.05" },
    "service-ms": { type: "string", default: "4" },
    "database-ms": { type: "string", default: "1" },
    "commit-ms": { type: "string", default: "2" },
    "site-ms": { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
  },
});
const setting = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) as Record<
  keyof typeof values,
  number
>;
const random = seeded(values.seed);
const uniform = () => random.int(1, 1_000_000_000) / 1_000_000_001;
const exponential = (mean: number) => -Math.log(uniform()) * mean;

/** A pool of CPUs, by the time when each is free. */
class Processors {
  readonly #freeAt: number[];
  busyMs = 0;
  constructor(count: number) {
    this.#freeAt = Array.from({ length: count }, () => 0);
  }

  /** Starts at `at` or when a CPU is free; returns the time when the work is done. */
  work(at: number, ms: number): number {
    let first = 0;
    for (let nth = 1; nth < this.#freeAt.length; nth++) if (this.#freeAt[nth]! < this.#freeAt[first]!) first = nth;
    const done = Math.max(at, this.#freeAt[first]!) + ms;
    this.#freeAt[first] = done;
    this.busyMs += ms;
    return done;
  }

  usedOf(ms: number): number {
    return this.busyMs / (ms * this.#freeAt.length);
  }
}

const processes = Array.from({ length: setting.processes }, () => new Processors(1));
const databases = Array.from({ length: setting.databases }, () => new Processors(setting.processors));
/** When the batch that locks an account's row commits. Calls arriving before that join the next one. */
const committedAt = new Map<number, number>();

function write(account: number, at: number): number {
  const database = databases[account % databases.length]!;
  const worked = database.work(at, exponential(setting["database-ms"] / 2));
  const held = committedAt.get(account) ?? 0;
  // In a batch, wait for its commit; after it, for the next one's.
  const commit = worked <= held ? held : Math.max(worked, held) + setting["commit-ms"];
  committedAt.set(account, commit);
  return commit;
}

interface Event {
  at: number;
  run(at: number): void;
}
/** A heap ordered by time. */
const events: Event[] = [];
function push(event: Event): void {
  let at = events.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (events[parent]!.at <= event.at) break;
    events[at] = events[parent]!;
    at = parent;
  }
  events[at] = event;
}
function pop(): Event | undefined {
  const first = events[0];
  const last = events.pop();
  if (!last || events.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= events.length) break;
    if (child + 1 < events.length && events[child + 1]!.at < events[child]!.at) child += 1;
    if (events[child]!.at >= last.at) break;
    events[at] = events[child]!;
    at = child;
  }
  events[at] = last;
  return first;
}

const waited: number[] = [];
const inFlight = processes.map(() => 0);
const lastMs = setting.seconds * 1000;

function call(at: number): void {
  const account = uniform() < setting.largest ? 0 : random.int(1, setting.accounts - 1);
  // Approximates HAProxy's leastconn with the better of two random processes, which is faster.
  const [one, other] = [random.int(0, processes.length - 1), random.int(0, processes.length - 1)];
  const chosen = inFlight[one]! <= inFlight[other]! ? one : other;
  inFlight[chosen]! += 1;
  const half = () => exponential(setting["service-ms"] / 2);
  push({
    at: processes[chosen]!.work(at, half()),
    run: (read) =>
      push({
        at: write(account, read) + setting["site-ms"],
        run: (answered) =>
          push({
            at: processes[chosen]!.work(answered, half()),
            run: (ready) => {
              inFlight[chosen]! -= 1;
              waited.push(write(account, ready) - at - setting["site-ms"]);
            },
          }),
      }),
  });
}

for (let at = 0; at < lastMs; at += exponential(1000 / setting.rate)) push({ at, run: call });
for (let event = pop(); event; event = pop()) event.run(event.at);
waited.sort((a, b) => a - b);
const at = (share: number) => waited[Math.floor(waited.length * share)]!.toFixed(0);
const most = (parts: Processors[]) => `${(Math.max(...parts.map((part) => part.usedOf(lastMs))) * 100).toFixed(0)} %`;
console.log(
  `| ${setting.rate} | ${setting.processes} | ${setting.databases} x ${setting.processors} | ${most(processes)} | ${most(databases)} | ${at(0.5)} | ${at(0.99)} |`,
);
