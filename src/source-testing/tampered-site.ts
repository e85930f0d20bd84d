import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requestDefaults } from "../contract/canary.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { createEngine, unconfigured } from "../extraction/engine.ts";
import { serveStandIns } from "../stand-ins/serve.ts";
import { acceleratedClock } from "./accelerated-clock.ts";

type Body = Record<string, unknown>;

export interface Exchange {
  call: StandInCall;
  reply: StandInReply;
}

/** The reply that the site sends instead of its own. */
export type Tamper = (exchange: Exchange, nth: number) => StandInReply;

/** Status, code and words of a failure, or the records. */
export type Outcome = { records: readonly object[] } | { status: number; code: string; detail: string };

export interface TamperedSite {
  /** Runs an operation; the exchanges are those with the site as the engine saw them. */
  run(operation: Operation, body: Body, tamper?: Tamper): Promise<{ outcome: Outcome; exchanges: Exchange[] }>;
  close(): Promise<void>;
}

const silent = { debug() {}, info() {}, warn() {} };

/** A stand-in, served over HTTP, that sends other replies than its own once `tamperWith` was called. */
async function serveTampered(source: Source) {
  const standIn = await source.standIn();
  let tamper: Tamper = ({ reply }) => reply;
  let exchanges: Exchange[] = [];
  const answer = async (call: StandInCall): Promise<StandInReply> => {
    const reply = tamper({ call, reply: await standIn.answer(call) }, exchanges.length);
    exchanges.push({ call, reply });
    return reply;
  };
  const quick = { concurrency: 4, perSecond: 10_000 };
  const tampered = { ...source, politeness: quick, standIn: async () => ({ ...standIn, answer }) };
  const served = await serveStandIns([tampered]);
  return {
    source: tampered,
    originOf: () => served.originOf(source.name),
    /** Returns the exchanges from now on. */
    tamperWith(change: Tamper): Exchange[] {
      tamper = change;
      exchanges = [];
      return exchanges;
    },
    close: () => served.close(),
  };
}

/** A source whose stand-in sends other replies than its own, over HTTP and through the real engine. */
export async function tamperedSite(source: Source): Promise<TamperedSite> {
  const served = await serveTampered(source);
  const tampered = served.source;
  const folder = mkdtempSync(join(tmpdir(), "winnow-test-"));

  async function run(operation: Operation, body: Body): Promise<Outcome> {
    // Each run has an engine of its own: nothing that was learnt in one serves the next.
    const engine = createEngine({
      ...unconfigured,
      sources: [tampered],
      originOf: served.originOf,
      isStandIn: () => true,
      log: silent,
      unreadableDir: join(folder, "unreadable"),
      clock: acceleratedClock(50),
    });
    const extraction = engine.extract({
      source: tampered,
      operation,
      request: { ...requestDefaults(operation), ...body, timeout: 300 },
      requestId: "00000000-0000-4000-8000-000000000000",
      caller: "test",
      disconnect: new AbortController().signal,
    });
    try {
      return { records: await Array.fromAsync(extraction) };
    } catch (error) {
      const { status, code, detail, message } = error as WinnowError;
      return { status, code, detail: typeof detail === "string" ? detail : message };
    } finally {
      await engine.close();
    }
  }

  return {
    async run(operation, body, change = ({ reply }) => reply) {
      const exchanges = served.tamperWith(change);
      return { outcome: await run(operation, body), exchanges };
    },
    async close() {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
