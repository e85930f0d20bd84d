import type { Clock } from "../base/clock.ts";
import { traced } from "../base/tracing.ts";
import { AskAgain, Blocked, NotResponding, SourceError, Throttled, Unreadable } from "../contract/errors.ts";
import type { Answer, AnswerReader, SiteRequest } from "../contract/site.ts";
import { until } from "./abort.ts";
import type { Breaker } from "./breaker.ts";
import { classifyArrival } from "./classify-response.ts";
import { failureOf } from "./connection-failure.ts";
import type { PermitOutcome } from "./governor/adaptive-limit.ts";
import type { Permit } from "./governor/governor.ts";
import { openIdleTimeout } from "./idle-timeout.ts";
import { ReadElsewhere } from "./reading/messages.ts";
import { type Understood, understand } from "./reading/understand.ts";
import type { Recorder } from "./recording/recorder.ts";
import { BreakerOpen, finalError, LeaseLost, waitBefore } from "./retry.ts";
import { RouteSessions, type Visitor } from "./route-sessions.ts";
import { BudgetUsedUp } from "./routes/daily-budget.ts";
import type { Route } from "./routes/route-rotation.ts";
import type { Session } from "./session.ts";
import type { SourceState } from "./source-state.ts";
import { pageMemory } from "./transport/page-memory.ts";
import type { EngineObserver, ExchangeReport, ExtractionRequest, ExtractionStats, RunStep } from "./types.ts";
import { seenPage } from "./unreadable-responses.ts";
import { answered, asAnswered, conditional } from "./validated-answers.ts";
import { rejectionIn, wallBehind } from "./walls/find-wall.ts";

export interface PageFetcherDeps {
  call: ExtractionRequest;
  state: SourceState;
  clock: Clock;
  random(): number;
  /** When the run ends, in clock time. */
  deadline: number;
  /** Notes the run's pages; null if nobody will want them. */
  recorder: Recorder | null;
  stats: ExtractionStats;
  observer: EngineObserver;
  /** What may be read in this thread, and what happens to the run otherwise. */
  here: { maxBytes: number; onLarge(): void };
}

/** Reads a response, here or in another thread. */
type Understands<T> = (answer: Answer) => Promise<Understood<T>>;

/** A response that arrived, and what tells the governor that it is the page, and no wall. */
interface Arrived {
  answer: Answer;
  isPage(): void;
}

/** The share of the remaining time that a wall may take: a permanent captcha is reported as a block, not as the deadline. */
const PATIENCE_SHARE = 0.6;

/** Sends the requests of one run and applies the policy of each failure: retry, use another route, or give up. */
export class PageFetcher {
  readonly #deps: PageFetcherDeps;
  readonly #sessions: RouteSessions;
  #route: Route | null = null;
  #waiting = 0;
  #inFlight = 0;
  #hasPage = false;
  /** Responses whose reader lost its thread: it will request them again. */
  readonly #unread = new Map<string, Arrived>();

  constructor(deps: PageFetcherDeps) {
    this.#deps = deps;
    this.#sessions = new RouteSessions(deps.state);
  }

  /** Called at the end of the run. */
  close(): Promise<void> {
    return this.#sessions.close();
  }

  /** Nothing is in flight, because nothing has a permit. */
  get isQueued(): boolean {
    return this.#waiting > 0 && this.#inFlight === 0;
  }

  /** Reads a page in this thread, if it is not too large. */
  read<T>(request: SiteRequest, reader: AnswerReader<T>, signal: AbortSignal): Promise<T> {
    const { call, clock, here } = this.#deps;
    const understands = async (answer: Answer): Promise<Understood<T>> => {
      if (answer.body.length > here.maxBytes) {
        here.onLarge();
        throw new ReadElsewhere();
      }
      return understand({ ...call, clock }, request, answer, reader);
    };
    return this.fetch(request, understands, signal);
  }

  async fetch<T>(request: SiteRequest, understands: Understands<T>, signal: AbortSignal): Promise<T> {
    const { state, stats, deadline, clock, random } = this.#deps;
    const tried = new Set<Route>();
    this.#route ??= state.routes.first();
    let route = this.#route;
    let tries = 1;
    let suspected: { error: Unreadable; route: Route } | null = null;
    let isAskedAgain = false;
    for (;;) {
      signal.throwIfAborted();
      let visitor: Visitor | null = null;
      try {
        if (route.budget?.isUsedUp) throw new BudgetUsedUp();
        visitor = await until(signal, this.#sessions.by(route));
        const page = await this.#once(request, understands, route, visitor, signal);
        state.routes.recovered(route);
        state.routes.ended(route, "ok");
        // Another route shows the page, so the first one met a wall.
        if (suspected) {
          this.#report(suspected.route, suspected.error.suspicion ?? "");
          state.routes.coolDown(suspected.route);
        }
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
        // A suspected wall is tried on one other route; if that does not show the page, it is unreadable.
        if (suspected) throw suspected.error;
        if (last instanceof Unreadable && last.suspicion !== null) suspected = { error: last, route };
        else if (last.policy === "give-up" || last instanceof LeaseLost) throw last;
        else if (last instanceof Blocked) {
          this.#report(route, last.marker);
          if (visitor && (await this.#sessions.replace(route, visitor))) {
            stats.retries++;
            continue;
          }
          state.routes.coolDown(route);
        } else if (!(last instanceof BudgetUsedUp)) {
          state.routes.ended(route, "failed");
          state.routes.coolDown(route);
        }
        tried.add(route);
        let next = state.routes.pick(tried);
        // A wall on a later page may have passed already.
        const again =
          next || isAskedAgain || !this.#hasPage ? null : waitBefore(1, last, deadline - clock.now(), random);
        if (last instanceof Blocked && again !== null) {
          isAskedAgain = true;
          next = route;
          await this.#pause(again, signal);
        }
        if (!next) throw finalError(last, clock.now(), deadline);
        // The run's next pages start with the new route; those in flight switch to it themselves.
        this.#route = next;
        route = next;
        stats.retries++;
        tries = 1;
      }
    }
  }

  #report(route: Route, sign: string): void {
    const { call, state, observer } = this.#deps;
    state.routes.ended(route, "wall");
    observer.wall?.({ source: call.source.name, operation: call.operation.path, route: route.name, sign });
  }

  async #once<T>(
    request: SiteRequest,
    understands: Understands<T>,
    route: Route,
    visitor: Visitor,
    signal: AbortSignal,
  ): Promise<T> {
    const { call, state } = this.#deps;
    const arrived = this.#takeUnread(request) ?? (await this.#ask(request, route, visitor, signal));
    const { answer } = arrived;
    const { result, counts } = await traced("parse", {}, () =>
      this.#timed("parse", () => this.#understand(request, answer, understands)),
    ).catch((error: unknown) => {
      if (error instanceof ReadElsewhere && answer.body.length > 0) this.#unread.set(JSON.stringify(request), arrived);
      if (mayBePage(error)) arrived.isPage();
      throw error;
    });
    arrived.isPage();
    this.#hasPage = true;
    if (this.#isLasting(request)) state.validatedAnswers.keep(request, answer);
    else if (counts && !call.recorder && !call.probe) pageMemory.free(answer.body);
    return result;
  }

  async #ask(request: SiteRequest, route: Route, visitor: Visitor, signal: AbortSignal): Promise<Arrived> {
    const { call, state, clock } = this.#deps;
    const origin = state.originOf(request.origin ?? "site");
    if (state.stop) await until(signal, state.stop.permit(new URL(origin)));
    await until(signal, state.robots.permit(new URL(request.path, origin), route.transport));
    const breaker = state.breakerOf(origin, route);
    if (!this.#passesBreaker() && !breaker.admits(call.caller)) {
      throw new BreakerOpen(origin, breaker.restMs(call.caller), clock.now());
    }
    const permit = await this.#timed("permit", (step) =>
      this.#acquirePermit(origin, signal, step).catch((error: unknown) => {
        breaker.undecided(call.caller);
        throw error;
      }),
    );
    const arrived = await traced(
      "upstream exchange",
      { "winnow.source": call.source.name, "winnow.route": route.name },
      () => this.#timed("page", () => this.#exchange(request, route, visitor.session, breaker, permit, signal)),
    );
    signal.throwIfAborted();
    return arrived;
  }

  #takeUnread(request: SiteRequest): Arrived | undefined {
    if (this.#unread.size === 0) return undefined;
    const key = JSON.stringify(request);
    const arrived = this.#unread.get(key);
    this.#unread.delete(key);
    return arrived;
  }

  /**
   * A canary checks whether the origin responds, whatever callers have seen. A run that has returned records continues:
   * otherwise its caller could open the breaker with other requests and get the records for free.
   */
  #passesBreaker(): boolean {
    const { call, stats } = this.#deps;
    return call.probe === true || stats.records > 0;
  }

  /** Whether to revalidate the kept response. A recording must be self-contained, so it requests everything in full. */
  #isLasting({ lasting }: SiteRequest): boolean {
    const { operation, recorder, leavesNoTrace } = this.#deps.call;
    return (lasting || operation.cache !== undefined) && !recorder && !leavesNoTrace;
  }

  /** Reports how the time of a run is spent. */
  async #timed<T>(name: RunStep["name"], work: (step: Pick<RunStep, "queued">) => Promise<T>): Promise<T> {
    const { clock, call } = this.#deps;
    if (!call.onStep) return work({});
    const step: RunStep = { name, from: clock.now(), to: 0, failure: null };
    try {
      return await work(step);
    } catch (error) {
      step.failure = error instanceof SourceError ? error.code : "stopped";
      throw error;
    } finally {
      step.to = clock.now();
      // A permit granted immediately is not a wait.
      if (name !== "permit" || step.to > step.from) call.onStep(step);
    }
  }

  async #exchange(
    request: SiteRequest,
    route: Route,
    session: Session,
    breaker: Breaker,
    permit: Permit,
    signal: AbortSignal,
  ): Promise<Arrived> {
    const { call, state, stats, clock, observer, deadline, recorder } = this.#deps;
    const startedAt = clock.now();
    const known = this.#isLasting(request) ? state.validatedAnswers.find(request) : null;
    const idleTimeout = openIdleTimeout(signal, clock);
    let outcome: PermitOutcome | null = { kind: "failed" };
    let failure: ExchangeReport["outcome"] = "ok";
    let bytes = 0;
    permit.onLost(() => idleTimeout.fail(new LeaseLost()));
    this.#inFlight++;
    try {
      const sent = await until(
        idleTimeout.signal,
        session.send(known ? conditional(request, known) : request, {
          signal: idleTimeout.signal,
          patienceMs: PATIENCE_SHARE * (deadline - startedAt),
          onExchange: recorder
            ? (exchange) => recorder.onExchange(known ? answered(known, exchange) : exchange)
            : undefined,
          onBytes: (count) => {
            stats.bytes += count;
            bytes += count;
            idleTimeout.touch();
          },
        }),
      );
      stats.pages++;
      const answer = (known && asAnswered(known, sent)) ?? sent;
      this.#classify(answer);
      outcome = null;
      breaker.succeeded();
      const tookMs = clock.now() - startedAt;
      return { answer, isPage: () => permit.report({ kind: "answered", tookMs }) };
    } catch (error) {
      failure = error instanceof SourceError ? error.code : "deadline";
      if (error instanceof Throttled) outcome = { kind: "throttled", retryAfterMs: error.retryAfterMs };
      if (signal.aborted || error instanceof LeaseLost || error instanceof BudgetUsedUp) breaker.undecided(call.caller);
      else if (error instanceof NotResponding) breaker.failed(failureOf(call.caller, request, error));
      else breaker.succeeded();
      throw error;
    } finally {
      this.#inFlight--;
      idleTimeout.release();
      permit.release(outcome);
      const ms = clock.now() - startedAt;
      state.routes.spent(route, ms, bytes);
      const { source, operation } = call;
      observer.exchange?.({
        source: source.name,
        operation: operation.path,
        route: route.name,
        outcome: failure,
        ms,
        bytes,
      });
    }
  }

  #classify(answer: Answer): void {
    try {
      classifyArrival(this.#deps.call.source, answer, this.#deps.clock.now());
    } catch (error) {
      throw error instanceof SourceError ? withPage(error, answer) : error;
    }
  }

  async #understand<T>(asking: SiteRequest, answer: Answer, understands: Understands<T>): Promise<Understood<T>> {
    const { call, state, observer } = this.#deps;
    const { source, operation, request, requestId, caller } = call;
    const about = { source, operation, request, caller, answer };
    try {
      const understood = await understands(answer);
      if (understood.counts) state.coverageOf(operation).judge(understood.counts);
      state.goodPages.note(answer);
      observer.reading?.({ ...about, unreadable: null, keptAs: null });
      return understood;
    } catch (error) {
      const wall = wallBehind(error, source, answer, asking.path);
      if (wall) throw withPage(wall, answer);
      const unreadable = rejectionIn(error);
      if (unreadable) {
        withPage(unreadable, answer).suspicion = state.goodPages.suspicion(answer);
        const words = { source: source.name, operation: operation.path, request, requestId, why: unreadable.message };
        const keptAs = call.leavesNoTrace ? null : state.unreadableResponses.keep({ ...words, answer });
        observer.reading?.({ ...about, unreadable: unreadable.message, keptAs });
      }
      throw error;
    }
  }

  #acquirePermit(origin: string, signal: AbortSignal, step: Pick<RunStep, "queued">) {
    const { state, call, stats, deadline } = this.#deps;
    // A run that has begun waits as long as it may; one that cannot start in time is rejected immediately.
    const hasBegun = stats.pages > 0 || this.#waiting > 0 || this.#inFlight > 0;
    this.#waiting++;
    const asked = { deadline, hasBegun, isProbe: call.probe };
    return state
      .governorOf(origin)
      .acquire(call.caller, signal, { ...asked, onQueued: (position) => (step.queued = position) })
      .finally(() => this.#waiting--);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    let callOff = () => {};
    const waited = new Promise<void>((resolve) => {
      callOff = this.#deps.clock.after(ms, resolve);
    });
    return until(signal, waited).finally(() => callOff());
  }
}

/** Whether a reader that failed had a page: a wall is none, and another thread will tell of its own. */
function mayBePage(error: unknown): boolean {
  const last = error instanceof AskAgain ? error.last : error;
  return !(last instanceof Blocked || last instanceof ReadElsewhere);
}

function withPage<E extends SourceError>(error: E, answer: Answer): E {
  error.page = seenPage(answer);
  return error;
}
