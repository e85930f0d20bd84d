import type { Clock } from "../clock.ts";
import { SourceError } from "../contract/errors.ts";
import type { AnswerReader, Memory, Site, SiteRequest } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { linkedTo, until } from "./abort.ts";
import { finalError, readAnswer, waitBefore } from "./asking.ts";
import type { Session } from "./session.ts";
import type { ExtractionStats } from "./types.ts";

export interface SiteParts {
  source: Source;
  session: Session;
  originOf(name: string): string;
  signal: AbortSignal;
  clock: Clock;
  /** When the run ends, by the clock. */
  deadline: number;
  memory: Memory;
  stats: ExtractionStats;
  random(): number;
}

/** The way out for one run of an operation. */
export function openSite(parts: SiteParts): Site {
  const { source, session, clock, stats } = parts;

  async function read<T>(request: SiteRequest, reader: AnswerReader<T>, signal: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      try {
        const answer = await session.visit(request, { signal, onBytes: (count) => (stats.bytes += count) });
        signal.throwIfAborted();
        stats.pages++;
        return readAnswer(source, answer, reader, clock);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError) || error.policy !== "retry") throw error;
        const wait = waitBefore(tries, error, parts.deadline - clock.now(), parts.random);
        if (wait === null) throw finalError(error);
        stats.retries++;
        await pause(wait, signal);
      }
    }
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    let callOff = () => {};
    const waited = new Promise<void>((resolve) => {
      callOff = clock.after(ms, resolve);
    });
    return until(signal, waited).finally(() => callOff());
  }

  return {
    origin: parts.originOf("site"),
    originOf: parts.originOf,
    signal: parts.signal,
    now: () => clock.now(),
    memory: parts.memory,
    read: (request, reader) => read(request, reader, parts.signal),
    async *readAll(requests, reader) {
      const ahead = linkedTo(parts.signal);
      const queue = requests[Symbol.iterator]();
      const under: Array<Promise<{ page: Awaited<ReturnType<typeof reader>> } | { error: unknown }>> = [];
      const startNext = () => {
        const next = queue.next();
        if (next.done) return false;
        // An error is kept until its page's turn: an earlier page may be all that was wanted.
        under.push(
          read(next.value, reader, ahead.signal).then(
            (page) => ({ page }) as { page: Awaited<ReturnType<typeof reader>> },
            (error: unknown) => ({ error }),
          ),
        );
        return true;
      };
      try {
        while (under.length < source.politeness.concurrency && startNext());
        while (under.length > 0) {
          const outcome = await under.shift()!;
          startNext();
          if ("error" in outcome) throw outcome.error;
          yield outcome.page;
        }
      } finally {
        ahead.abort(new Error("no more pages are wanted"));
        ahead.release();
        queue.return?.();
      }
    },
  };
}
