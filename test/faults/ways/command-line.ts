import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { csvRecords } from "../csv-records.ts";
import { LINES, ndjsonRecords, OPERATION, REQUEST, type Reading, type Rec, targets, type Way } from "../way.ts";

/** Runs a command; its exit code says whether its output is complete. */
async function command({ readers, url, key, timeout }: Reading, words: string[]): Promise<string> {
  const env = { WINNOW_URL: url, WINNOW_KEY: key, WINNOW_TIMEOUT: String(timeout ?? 0) };
  const ran = await readers.commandLine.read<{ code: number; stdout: string; stderr: string }>({ words, env });
  if (ran.code !== 0) throw new Error(`exit code ${ran.code}: ${ran.stderr.slice(0, 300)}`);
  return ran.stdout;
}

const asked = Object.entries(REQUEST).map(([name, value]) => `${name}=${value}`);

const printed = (
  about: Pick<Way, "name" | "target" | "needs" | "isNewEachTime">,
  words: (id: string) => string[],
  records: (text: string) => Rec[],
): Way => ({ ...about, read: async (reading) => ({ records: records(await command(reading, words(reading.id))) }) });

const call = (name: string, format: string, records: (text: string) => Rec[]): Way =>
  printed(
    // Each call has a key of its own.
    { name, target: targets.call, isNewEachTime: true },
    () => ["call", OPERATION, ...asked, "--output", format],
    records,
  );

/** A batch: its results are in a file. */
const batch: Way = {
  name: "batch",
  target: /^(POST \/batches|GET \/batches\/[^/]+\/records|GET \/jobs)/,
  isNewEachTime: true,
  async read(reading) {
    const folder = await mkdtemp(join(tmpdir(), "winnow-faults-"));
    try {
      const [from, out] = [join(folder, "in.ndjson"), join(folder, "out.ndjson")];
      const lines = LINES.slice(0, 3).map((line) => `${JSON.stringify(line)}\n`);
      await writeFile(from, lines.join(""));
      await command(reading, ["batch", OPERATION, "--from", from, "--out", out]);
      const results = ndjsonRecords(await readFile(out, "utf8")) as Array<{ line: number; records: Rec[] }>;
      const inOrder = results.toSorted((one, other) => one.line - other.line);
      return {
        records: inOrder.flatMap(({ line, records }) => records.map((record) => ({ "@line": line, ...record }))),
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export const commandLine: Way[] = [
  call("call", "json", JSON.parse),
  call("call as CSV", "csv", csvRecords),
  call("call as NDJSON", "ndjson", ndjsonRecords),
  printed({ name: "jobs records", target: targets.job, needs: "job" }, (id) => ["jobs", "records", id], JSON.parse),
  ...(["batch", "running batch"] as const).map((needs) =>
    printed(
      { name: `batches records of a ${needs}`, target: targets.batch, needs },
      (id) => ["batches", "records", id, "--output", "ndjson"],
      ndjsonRecords,
    ),
  ),
  batch,
];
