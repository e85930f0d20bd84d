import type { Clock } from "../base/clock.ts";
import type { Source } from "../contract/source.ts";
import { type RobotsStatement, robotsStatements } from "./robots-statement.ts";
import type { Engine } from "./types.ts";

const FRESH_MS = 3600_000;

interface Deps {
  /** Live sources whose robots.txt is honoured. */
  sources: readonly Source[];
  engine: Pick<Engine, "robotsRuleOf">;
  originOf(source: string, name: string): string;
  clock: Clock;
  onStatement?(statement: RobotsStatement): void;
}

export type RobotsReport = ReturnType<typeof createRobotsReport>;

/** What robots.txt of each live site allows: known before the first call, and at most an hour old when read. */
export function createRobotsReport({ sources, engine, originOf, clock, onStatement }: Deps) {
  const known = new Map<string, RobotsStatement[]>();
  let asking: Promise<void> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function askAll(): Promise<void> {
    checkedAt = clock.now();
    // A slow site does not delay the others.
    await Promise.all(
      sources.map(async (source) => {
        const statements = await Array.fromAsync(robotsStatements([source], engine, originOf));
        known.set(source.name, statements);
        for (const statement of statements) onStatement?.(statement);
      }),
    );
  }

  /** Checks all sources; resolves after the last response. */
  const ask = (): Promise<void> => {
    asking ??= askAll().finally(() => {
      asking = null;
    });
    return asking;
  };
  return {
    ask,
    /** Statements of a source, one per operation; empty if it was not checked or has not responded yet. */
    of(source: string): readonly RobotsStatement[] {
      if (clock.now() - checkedAt > FRESH_MS) void ask();
      return known.get(source) ?? [];
    },
  };
}
