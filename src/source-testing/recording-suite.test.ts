import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordedRun } from "../../test/support/extraction/recorded.ts";
import { requestDefaults } from "../contract/canary.ts";
import { writeWarc } from "../extraction/recording/warc.ts";
import { recordingSuite } from "./source-suite.ts";
import { standInFor } from "./stand-in-for.ts";
import { toySource } from "./toy-source.ts";

const source = toySource();
const [operation] = source.operations;
const folder = mkdtempSync(join(tmpdir(), "winnow-recordings-"));
const bench = await standInFor(source);
const request = { ...requestDefaults(operation), count: 45 };
const { recording } = await recordedRun(bench, source, operation, request);
await bench.close();
await writeFile(join(folder, "rows.warc.gz"), await writeWarc(recording));

recordingSuite(source, folder);
