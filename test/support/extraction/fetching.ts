import { afterEach } from "vitest";
import { SimulatedClock } from "../../../src/base/clock.ts";
import type { Answer, SiteRequest } from "../../../src/contract/site.ts";
import { memorySites } from "../../../src/extraction/governor/site-store.ts";
import { PageFetcher } from "../../../src/extraction/page-fetcher.ts";
import type { Recorder } from "../../../src/extraction/recording/recorder.ts";
import { openSourceState, type SourceState, type SourceStateOptions } from "../../../src/extraction/source-state.ts";
import type { Exchange, RawAnswer, Transport } from "../../../src/extraction/transport/transport.ts";
import type { ExchangeReport, ExtractionRequest, ReadingReport, RunStep } from "../../../src/extraction/types.ts";
import type { UnreadableResponses } from "../../../src/extraction/unreadable-responses.ts";
import { toySource } from "../../../src/source-testing/toy-source.ts";

export const ORIGIN = "https://toy.example";
export const turn = () => new Promise((resolve) => setImmediate(resolve));
export const raw = (status = 200, text = "page", headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers,
  setCookies: [],
  body: Buffer.from(text),
});
type Behaviour = (exchange: Exchange, nth: number) => RawAnswer | Promise<RawAnswer>;

let open: SourceState[] = [];
afterEach(async () => {
  for (const state of open) await state.close();
  open = [];
});

/** Closed after each test. */
export function createState(clock: SimulatedClock, over: Partial<SourceStateOptions> = {}): SourceState {
  const source = toySource();
  const state = openSourceState({
    source,
    originOf: () => ORIGIN,
    isStandIn: true,
    routes: "direct",
    robots: "ignore",
    settings: {},
    politeness: { concurrency: 4, perSecond: 10 },
    identity: { "user-agent": "Winnow" },
    obeysOwners: false,
    paidTraffic: null,
    country: null,
    proxyBytesPerDay: Number.POSITIVE_INFINITY,
    privateHosts: [],
    clock,
    siteStore: memorySites(() => clock.now()),
    log: { warn() {} },
    observer: {},
    unreadableResponses: { keep: () => "kept" } as unknown as UnreadableResponses,
    ...over,
  });
  open.push(state);
  return state;
}

/** A run over one route that behaves as the test says; the test controls time. */
export function fetching(
  behave: Behaviour,
  {
    call = {} as Partial<ExtractionRequest>,
    state: over = {} as Partial<SourceStateOptions>,
    timeoutMs = 60_000,
    chance = 0,
    clock = new SimulatedClock(),
    ready = null as SourceState | null,
    recorder = null as Recorder | null,
  } = {},
) {
  const sent: Exchange[] = [];
  const transport: Transport = {
    async send(exchange) {
      sent.push(exchange);
      const answer = await behave(exchange, sent.length);
      exchange.onBytes(answer.body.length);
      return answer;
    },
    close: async () => {},
  };
  const source = toySource();
  const state = ready ?? createState(clock, { transport, ...over });
  const stats = { pages: 0, records: 0, retries: 0, bytes: 0 };
  const seen = { exchanges: [] as ExchangeReport[], readings: [] as ReadingReport[], steps: [] as RunStep[] };
  const fetcher = new PageFetcher({
    here: { maxBytes: Number.POSITIVE_INFINITY, onLarge() {} },
    call: {
      source,
      operation: source.operations[0],
      request: {},
      requestId: "r",
      caller: "me",
      disconnect: new AbortController().signal,
      onStep: (step) => void seen.steps.push(step),
      ...call,
    },
    state,
    recorder: call.recorder ?? recorder,
    clock,
    random: () => chance,
    deadline: clock.now() + timeoutMs,
    stats,
    observer: {
      exchange: (report) => void seen.exchanges.push(report),
      reading: (report) => void seen.readings.push(report),
    },
  });
  const stop = new AbortController();
  const read = (request: Partial<SiteRequest> = {}, reader: (answer: Answer) => unknown = (answer) => answer.text()) =>
    fetcher.read({ path: "/rows", ...request }, reader, stop.signal);
  /** Advances time in small steps until the work is done. */
  const through = async <T>(work: Promise<T>): Promise<T | Error> => {
    let done = false;
    const outcome = work
      .catch((error: Error) => error)
      .finally(() => {
        done = true;
      });
    for (let step = 0; !done && step < 2_000; step++) {
      await turn();
      if (!done) clock.advance(50);
    }
    return outcome;
  };
  return { clock, sent, state, stats, seen, fetcher, read, through, stop };
}
