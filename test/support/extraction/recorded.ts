import type { Operation } from "../../../src/contract/operation.ts";
import type { Source } from "../../../src/contract/source.ts";
import { createRecorder } from "../../../src/extraction/recording/recorder.ts";
import type { RecordedExchange } from "../../../src/extraction/recording/recording.ts";
import type { StandInBench } from "../../../src/source-testing/stand-in-for.ts";

/** An empty page, as it was recorded. */
export const recordedExchange = (over: Partial<RecordedExchange> = {}): RecordedExchange => ({
  at: 0,
  url: "https://site.example/rows",
  method: "GET",
  requestHeaders: {},
  requestBody: null,
  status: 200,
  headers: {},
  setCookies: [],
  body: Buffer.from(""),
  ...over,
});

/** Runs an operation on its stand-in and records it. */
export async function recordedRun(
  bench: StandInBench,
  source: Source,
  operation: Operation,
  request: Record<string, unknown>,
) {
  const about = { source: source.name, operation: operation.path, request, origins: { site: bench.origin } };
  const recorder = createRecorder(about, () => Date.now());
  const records = await Array.fromAsync(
    bench.engine.extract({
      source,
      operation,
      request,
      caller: "test",
      requestId: "r",
      disconnect: new AbortController().signal,
      recorder,
    }),
  );
  return { records, recording: recorder.recording() };
}
