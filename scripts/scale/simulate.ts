import { parseArgs } from "node:util";
import { seeded } from "../../src/contract/seeded.ts";

/**
 * So many requests a second on so many processes and databases, with the costs that `measure.ts` found: every request waits
 * its turn for a processor of its process and of the database that has its account, twice (admission, settlement). Accounts
 * are dealt out by their id; calls of one account are written one batch after another, under the lock of one row.
 */
const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    processes: { type: "string", default: "80" },
    databases: { type: "string", default: "4" },
    /** Of each database. */
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

/** When each of its processors is free. */
class Processors {
  readonly #freeAt: number[];
  busyMs = 0;
  constructor(count: number) {
    this.#freeAt = Array.from({ length: count }, () => 0);
  }

  /** Begins at `at` or when one is free; returns when it is done. */
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
/** When the batch that holds an account's row is committed: who comes meanwhile is in the next. */
const committedAt = new Map<number, number>();

function write(account: number, at: number): number {
  const database = databases[account % databases.length]!;
  const worked = database.work(at, exponential(setting["database-ms"] / 2));
  const held = committedAt.get(account) ?? 0;
  // Within a batch: nothing more to wait for than its commit. After it: the next one's.
  const commit = worked <= held ? held : Math.max(worked, held) + setting["commit-ms"];
  committedAt.set(account, commit);
  return commit;
}

interface Event {
  at: number;
  run(at: number): void;
}
/** A heap by time. */
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
  // As HAProxy's leastconn does, of two at random: near enough, and quick.
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
