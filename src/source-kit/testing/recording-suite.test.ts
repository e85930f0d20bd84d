import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultsOf } from "../../contract/canary.ts";
import { createRecorder } from "../../extraction/recording/recorder.ts";
import { writeWarc } from "../../extraction/recording/warc.ts";
import { recordingSuite } from "./recording-suite.ts";
import { standInFor } from "./stand-in-for.ts";
import { toySource } from "./toy-source.ts";

const source = toySource();
const [operation] = source.operations;
const folder = mkdtempSync(join(tmpdir(), "winnow-recordings-"));
const bench = await standInFor(source);
const request = { ...defaultsOf(operation), count: 45 };
const about = { source: source.name, operation: operation.path, request, origins: { site: bench.origin } };
const recorder = createRecorder(about, () => Date.now());
await Array.fromAsync(
  bench.engine.extract({
    source,
    operation,
    request,
    caller: "test",
    requestId: "r",
    disconnect: new AbortController().signal,
    onExchange: recorder.onExchange,
  }),
);
await bench.close();
await writeFile(join(folder, "rows.warc.gz"), await writeWarc(recorder.recording()));

recordingSuite(source, folder);
