import type { ExampleBody, Operation } from "./operation.ts";

const isDate = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The operation with examples that work today: if any date of an example has passed, all its dates move by whole years. */
export function withUpcomingExamples<O extends Operation>(operation: O, now: number): O {
  const [first, ...rest] = operation.examples;
  return { ...operation, examples: [upcoming(first, now), ...rest.map((example) => upcoming(example, now))] };
}

/** A body with future dates. */
export function upcoming(example: ExampleBody, now: number): ExampleBody {
  const dates = Object.values(example).filter(isDate);
  const first = dates.toSorted()[0];
  if (first === undefined) return example;
  const thisYear = new Date(now).getUTCFullYear();
  const hasPassed = Date.parse(inYear(first, thisYear)) <= now;
  const years = Math.max(0, thisYear + (hasPassed ? 1 : 0) - yearOf(first));
  const moved = (value: unknown) => (isDate(value) ? inYear(value, yearOf(value) + years) : value);
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, moved(value)]));
}

const yearOf = (date: string): number => Number(date.slice(0, 4));
const inYear = (date: string, year: number): string => `${year}${date.slice(4)}`;
