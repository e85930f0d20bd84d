import type { Clock } from "../clock.ts";
import { AskAgain, NotResponding, SourceError, Throttled, Unreadable } from "../contract/errors.ts";
import type { Answer, AnswerReader, SiteRequest } from "../contract/site.ts";
import { until } from "./abort.ts";
import type { TurnOutcome } from "./governor/manners.ts";
import { openPatience } from "./patience.ts";
import { BreakerOpen, waitBefore } from "./retry.ts";
import type { Leg } from "./routes/route-book.ts";
import { openSession, type Session } from "./session.ts";
import type { SourceState } from "./source-state.ts";
import type { ExtractionRequest, ExtractionStats } from "./types.ts";
import { judge } from "./verdict.ts";

export interface AskerParts {
  asked: ExtractionRequest;
  state: SourceState;
  clock: Clock;
  random(): number;
  /** When the run ends, by the clock. */
  deadline: number;
  stats: ExtractionStats;
}

/** Asks the site for one run, and does what each failure says: again, by another route, or no more. */
export class Asker {
  readonly #parts: AskerParts;
  readonly #sessions = new Map<Leg, Session>();
  #leg: Leg | null = null;
  #waiting = 0;
  #underWay = 0;

  constructor(parts: AskerParts) {
    this.#parts = parts;
  }

  /** Nothing is under way, because nothing has got its turn. */
  get waitsForItsTurn(): boolean {
    return this.#waiting > 0 && this.#underWay === 0;
  }

  async read<T>(request: SiteRequest, reader: AnswerReader<T>, signal: AbortSignal): Promise<T> {
    const { state, stats, deadline, clock, random } = this.#parts;
    const tried = new Set<Leg>();
    this.#leg ??= state.routes.pick()!;
    let leg = this.#leg;
    let tries = 1;
    for (;;) {
      signal.throwIfAborted();
      try {
        const page = await this.#once(request, reader, leg, signal);
        state.routes.well(leg);
        return page;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        const wait = error.policy === "retry" ? waitBefore(tries, error, deadline - clock.now(), random) : null;
        if (wait !== null) {
          stats.retries++;
          tries++;
          await this.#pause(wait, signal);
          continue;
        }
        const last = error instanceof AskAgain ? error.last : error;
        if (last.policy === "give-up") throw last;
        state.routes.rest(leg);
        tried.add(leg);
        const next = state.routes.pick(tried);
        if (!next) throw last;
        // The run's next pages start by the new leg; those under way find their own way to it.
        this.#leg = next;
        leg = next;
        stats.retries++;
        tries = 1;
      }
    }
  }

  async #once<T>(request: SiteRequest, reader: AnswerReader<T>, leg: Leg, signal: AbortSignal): Promise<T> {
    const { asked, state, stats, clock } = this.#parts;
    const origin = state.originOf(request.origin ?? "site");
    await until(signal, state.robots.permit(new URL(request.path, origin), leg.transport));
    const breaker = state.breakerOf(origin, leg);
    if (!breaker.admits()) throw new BreakerOpen(origin);
    let answer: Answer;
    const turn = await this.#turn(origin, signal).catch((error: unknown) => {
      breaker.undecided();
      throw error;
    });
    const startedAt = clock.now();
    const patience = openPatience(signal, clock);
    let outcome: TurnOutcome = { kind: "failed" };
    this.#underWay++;
    try {
      answer = await until(
        patience.signal,
        this.#sessionBy(leg).visit(request, {
          signal: patience.signal,
          onBytes: (count) => {
            stats.bytes += count;
            patience.heard();
          },
        }),
      );
      stats.pages++;
      judge(asked.source, answer, clock.now());
      outcome = { kind: "answered", tookMs: clock.now() - startedAt };
      breaker.succeeded();
    } catch (error) {
      if (error instanceof Throttled) outcome = { kind: "throttled", retryAfterMs: error.retryAfterMs };
      if (signal.aborted) breaker.undecided();
      else if (error instanceof NotResponding) breaker.failed();
      else breaker.succeeded();
      throw error;
    } finally {
      this.#underWay--;
      patience.release();
      turn.over(outcome);
    }
    signal.throwIfAborted();
    return this.#understand(answer, reader);
  }

  #understand<T>(answer: Answer, reader: AnswerReader<T>): T {
    const { asked, state } = this.#parts;
    try {
      const page = reader(answer);
      const { records } = (page ?? {}) as { records?: unknown };
      if (Array.isArray(records)) state.coverageOf(asked.operation).check(records as Array<Record<string, unknown>>);
      return page;
    } catch (error) {
      const unreadable = error instanceof AskAgain ? error.last : error;
      if (unreadable instanceof Unreadable) {
        const { source, operation, request, requestId } = asked;
        const about = { source: source.name, operation: operation.path, request, requestId, why: unreadable.message };
        state.shelf.keep({ ...about, answer });
      }
      throw error;
    }
  }

  #turn(origin: string, signal: AbortSignal) {
    const { state, asked } = this.#parts;
    this.#waiting++;
    return state
      .governorOf(origin)
      .turn(asked.caller, signal)
      .finally(() => this.#waiting--);
  }

  #sessionBy(leg: Leg): Session {
    let session = this.#sessions.get(leg);
    if (!session) {
      session = openSession({ ...this.#parts.state.manifest, transport: leg.transport });
      this.#sessions.set(leg, session);
    }
    return session;
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    let callOff = () => {};
    const waited = new Promise<void>((resolve) => {
      callOff = this.#parts.clock.after(ms, resolve);
    });
    return until(signal, waited).finally(() => callOff());
  }
}
