import { createHash } from "node:crypto";

/** A year of one watch: its list on each day, and the expected history and events. */

export const DAYS = 365;
const RECORDS = 200;
const FIRST = Date.UTC(2027, 0, 1, 7);
export const atOf = (day: number): number => FIRST + day * 86_400_000;

export interface Day {
  /** `failed`: no response. `drift`: the values are suspect, and here wrong. `cut`: the list ended at `count`. */
  kind: "failed" | "drift" | "cut" | "complete";
  records: Array<{ id: string; name: string; price: number | null }>;
}

/** A deterministic number between 0 and 1 for the given words. */
const chance = (...words: unknown[]): number =>
  createHash("sha256").update(words.join(" ")).digest().readUInt32BE() / 2 ** 32;

function kindOf(day: number): Day["kind"] {
  if (day % 50 === 21) return "failed";
  if (day % 30 === 13) return "drift";
  return day % 10 === 7 ? "cut" : "complete";
}

export function dayOf(day: number): Day {
  const kind = kindOf(day);
  const all = Array.from({ length: RECORDS }, (_, no) => ({
    id: `r${no}`,
    name: `Thing ${no}`,
    price: priceOf(no, day),
  }));
  const there = all.filter((_, no) => chance("there", no, Math.floor(day / 9)) > 0.02);
  if (kind === "drift") return { kind, records: there.map((record) => ({ ...record, price: 1 })) };
  return { kind, records: kind === "cut" ? there.slice(day % 3, 150) : there };
}

/** A price that holds for some days. */
function priceOf(no: number, day: number): number | null {
  const step = Math.floor(day / (14 + (no % 21)));
  if (chance("none", no, step) < 0.02) return null;
  return Math.round(30_000 + 30_000 * chance("price", no, step)) / 100;
}

export interface Expected {
  /** By record: [day, price], or [day, "gone"]. */
  points: Map<string, Array<[number, number | null | "gone"]>>;
  /** `day record rule old new`. */
  events: string[];
}

/** Computed day by day from everything ever seen of a record, independently of the service's code. */
export function expected(): Expected {
  const points: Expected["points"] = new Map();
  const events: string[] = [];
  const reported = new Map<string, number>();
  const gone = new Set<string>();
  let isFirst = true;
  for (let day = 0; day < DAYS; day += 1) {
    const { kind, records } = dayOf(day);
    if (kind === "failed" || kind === "drift") continue;
    const now = new Map(records.map(({ id, price }) => [id, price]));
    for (const [id, price] of now) {
      const past = points.get(id) ?? [];
      const values = past.flatMap(([, value]) => (value === "gone" ? [] : [value]));
      const last = values.at(-1) ?? null;
      if (past.length === 0 || past.at(-1)?.[1] !== price) points.set(id, [...past, [day, price]]);
      const isBelow = (value: number | null) => value !== null && value < 400;
      if (!isFirst && isBelow(price) && !isBelow(last)) events.push(`${day} ${id} below ${last} ${price}`);
      const base = reported.get(id) ?? last;
      if (price !== null) {
        const moved = base !== null && Math.abs(price / base - 1) >= 0.1 - 1e-12;
        if (moved && !isFirst) events.push(`${day} ${id} changes_by_percent ${base} ${price}`);
        reported.set(id, moved || base === null ? price : base);
      }
      gone.delete(id);
    }
    for (const [id, past] of points) {
      if (now.has(id)) continue;
      if (past.at(-1)?.[1] !== "gone") past.push([day, "gone"]);
      if (kind === "complete" && !gone.has(id)) {
        gone.add(id);
        events.push(`${day} ${id} disappears ${id} null`);
      }
    }
    isFirst = false;
  }
  return { points, events: events.sort() };
}
