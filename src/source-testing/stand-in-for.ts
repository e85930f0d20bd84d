import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requestDefaults } from "../contract/canary.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall } from "../contract/stand-in.ts";
import { createEngine, type EngineOptions, unconfigured } from "../extraction/engine.ts";
import type { Engine, Extraction } from "../extraction/types.ts";
import { parseFault } from "../stand-ins/faults.ts";
import { serveStandIns } from "../stand-ins/serve.ts";
import { acceleratedClock } from "./accelerated-clock.ts";

const silent = { debug() {}, info() {}, warn() {} };

/** For tests: a source that runs against its own stand-in through the real engine, over HTTP on loopback. */
export interface StandInBench {
  readonly origin: string;
  readonly engine: Engine;
  /** Where unreadable responses are kept. */
  readonly unreadableDir: string;
  /** Requests that reached the stand-in since the start (or since the caller emptied the list), oldest first. */
  readonly calls: StandInCall[];
  /** Fills in the request's defaults, since no entry point parses a test's body, and returns all records. */
  run(operation: Operation, body: Record<string, unknown>): Promise<Array<Record<string, unknown>>>;
  /** The same with an engine of its own: nothing that was learnt in another run serves it. */
  runAnew(operation: Operation, body: Record<string, unknown>): Promise<Array<Record<string, unknown>>>;
  start(operation: Operation, body: Record<string, unknown>, disconnect?: AbortSignal): Extraction;
  /** Switches a fault of the stand-in on (`reset:1000`) or off. */
  fault(text: string | null): Promise<void>;
  /** Connections currently open at the stand-in. */
  connections(): number;
  /** Resolves when nobody is connected to the stand-in any more. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

type BenchOptions = Partial<EngineOptions>;

export async function standInFor(source: Source, options: BenchOptions = {}): Promise<StandInBench> {
  const calls: StandInCall[] = [];
  const served = await serveStandIns([source], { faults: {}, onCall: (_name, call) => calls.push(call) });
  const folder = mkdtempSync(join(tmpdir(), "winnow-test-"));
  const unreadableDir = join(folder, "unreadable");
  const newEngine = () =>
    createEngine({
      ...unconfigured,
      sources: [source],
      originOf: (name) => served.originOf(name),
      isStandIn: () => true,
      log: silent,
      unreadableDir,
      // Waits before a retry pass ten times as fast.
      clock: acceleratedClock(10),
      ...options,
    });
  const engine = newEngine();
  const start = (
    operation: Operation,
    body: Record<string, unknown>,
    disconnect = new AbortController().signal,
    by = engine,
  ) =>
    by.extract({
      source,
      operation,
      request: { ...requestDefaults(operation), ...body },
      requestId: "00000000-0000-4000-8000-000000000000",
      caller: "test",
      disconnect,
    });
  return {
    origin: served.originOf(source.name),
    engine,
    unreadableDir,
    calls,
    start,
    run: (operation, body) => Array.fromAsync(start(operation, body)),
    async runAnew(operation, body) {
      const own = newEngine();
      return Array.fromAsync(start(operation, body, undefined, own)).finally(() => own.close());
    },
    fault: (text) => served.setFault(source.name, text === null ? null : parseFault(text)),
    connections: () => served.connections(source.name),
    quiet: () => served.quiet(source.name),
    async close() {
      await engine.close();
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
