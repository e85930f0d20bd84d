import { seeded } from "../../src/source-kit/stand-in/seeded.ts";
import { type FaultKind, type FaultProxy, faultKinds } from "../support/fault-proxy.ts";
import { paidBefore, recordName, unexpectedError, wrongRecords } from "./judgement.ts";
import type { Preparation, Subject } from "./preparation.ts";
import type { Purse } from "./purse.ts";
import type { Read, Readers, Reading, Way } from "./way.ts";

const kinds = Object.keys(faultKinds) as FaultKind[];
/** The columns of the table. */
export const faultNames = [...kinds, "two in a row"] as const;
type FaultName = (typeof faultNames)[number];

/** A stalled response is given up after this many seconds. */
const STALL_SECONDS = 1;

export interface Wanted {
  way: Way;
  fault: FaultName;
  seed: number;
}

/** What one cell of the table gave. `problem` is null, or what must never happen. */
export interface Cell {
  way: string;
  fault: FaultName;
  seed: number;
  outcome: "whole" | "error";
  /** Whether an interrupted stream was continued. */
  continued: boolean;
  error: string | null;
  problem: string | null;
}

/** What a way gives without a fault. */
interface Expected {
  records: string[];
  price: number;
}

interface Parts {
  proxy: FaultProxy;
  purse: Purse;
  /** Of this bench alone: a fault is for the readings of one key. */
  preparation: Preparation;
  readers: Readers;
}

/** Reads one way after the other, each with a fault, and judges what came. */
export class Bench {
  readonly #parts: Parts;
  readonly #expected = new Map<Way, Promise<Expected>>();
  #cells = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async cell({ way, fault: name, seed }: Wanted): Promise<Cell> {
    const random = seeded(`${seed} ${way.name} ${name}`);
    const chosen = name === "two in a row" ? [random.pick(kinds), random.pick(kinds)] : [name];
    const expected = await this.#withoutFault(way);
    const { proxy, purse, readers } = this.#parts;
    const { key, id, ended } = await this.#subject(way);
    const before = await purse.points(key);
    const fault = proxy.add({
      kinds: chosen,
      share: random.next(),
      compressed: random.chance(0.5),
      matches: ({ method, url, headers }) => way.target.test(`${method} ${url}`) && headers["access-token"] === key,
    });
    const reading: Reading = {
      url: proxy.url,
      key,
      id,
      idempotencyKey: `cell-${++this.#cells}`,
      timeout: chosen.some((kind) => kind.startsWith("stall")) ? STALL_SECONDS : null,
      readers,
    };
    const read = await way.read(reading).catch((error: Error) => error);
    fault.remove();
    const failed = read instanceof Error;
    const due = way.needs ? 0 : expected.price;
    const problem =
      (fault.applied === 0 ? "the fault was not applied" : null) ??
      (failed ? unexpectedError(read) : wrongRecords(read, expected.records, ended)) ??
      // A running batch is still being paid.
      (ended ? null : wrongPoints(read, before - (await purse.settled(key)), due)) ??
      (failed && !ended ? await this.#wrongRepeat(way, reading, { before, due, records: expected.records }) : null);
    return {
      way: way.name,
      fault: name,
      seed,
      outcome: failed ? "error" : "whole",
      continued: !failed && paidBefore(read) > 0,
      error: failed ? `${read.name}: ${read.message}`.slice(0, 200) : null,
      problem,
    };
  }

  /** What is read for free is read by many cells; what costs something has its own account. */
  async #subject(way: Way): Promise<Subject & { ended?: number[] }> {
    const { purse, preparation } = this.#parts;
    if (way.needs === "running batch") return preparation.runningBatch();
    return way.needs ? preparation.get(way.needs) : { key: await purse.newKey(), id: "" };
  }

  /** After an error the same reading, without a fault, gives everything, and all of it costs the price once. */
  async #wrongRepeat(way: Way, reading: Reading, about: { before: number; due: number; records: string[] }) {
    const again = await way.read({ ...reading, timeout: null }).catch((error: Error) => error);
    if (again instanceof Error) return `repeated: ${again.message}`;
    const wrong = wrongRecords(again, about.records);
    if (wrong) return `repeated: ${wrong}`;
    const paid = about.before - (await this.#parts.purse.settled(reading.key));
    const due = about.due * (way.isNewEachTime ? 2 : 1);
    return paid <= due ? null : `repeated: paid ${paid}, and the whole answer costs ${due}`;
  }

  #withoutFault(way: Way): Promise<Expected> {
    const known = this.#expected.get(way) ?? this.#readWhole(way);
    this.#expected.set(way, known);
    return known;
  }

  async #readWhole(way: Way): Promise<Expected> {
    const { proxy, purse, preparation, readers } = this.#parts;
    // Of a running batch, the records once it has ended.
    const { key, id } = way.needs ? await preparation.get(way.needs) : await this.#subject(way);
    const before = await purse.points(key);
    const reading = { url: proxy.url, key, id, idempotencyKey: "whole", timeout: null, readers };
    const { records } = await way.read(reading);
    if (records.length === 0) throw new Error(`${way.name} gave nothing`);
    return { records: records.map(recordName), price: before - (await purse.settled(key)) };
  }
}

/** Whether the account paid more than the whole answer costs, or something else for the whole answer. */
function wrongPoints(read: Read | Error, paid: number, due: number): string | null {
  if (paid > due) return `paid ${paid}, and the whole answer costs ${due}`;
  if (read instanceof Error) return null;
  if (paid !== due) return `paid ${paid} for the whole answer, which costs ${due}`;
  // MCP does not say that it repeats an answer, but that this cost nothing.
  if (!read.charged || read.replayed) return null;
  const said = read.charged + paidBefore(read);
  return said === paid ? null : `paid ${paid}, and the answer says ${said}`;
}
