import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { requestDefaults } from "../../contract/canary.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Source } from "../../contract/source.ts";
import { savedAnswer } from "../../extraction/answer.ts";
import { readWarc } from "../../extraction/recording/warc.ts";
import { readLoosely, readSample, type Sample } from "./sample.ts";

type Body = Record<string, unknown>;

/** The pages of a file: a saved response, or the responses in a recording. */
export async function pagesIn(file: string, operation: Operation, request: Body | null): Promise<Sample[]> {
  const bytes = await readFile(file);
  const name = basename(file);
  const body = { ...requestDefaults(operation), ...(request ?? operation.examples[0]) };
  if (!name.endsWith(".warc.gz"))
    return [{ name, operation: operation.path, request: body, answer: savedAnswer(bytes) }];
  const recording = await readWarc(bytes);
  return recording.exchanges.map((exchange, nth) => ({
    name: `${name}, response ${nth + 1}`,
    operation: operation.path,
    request: recording.operation === operation.path ? recording.request : body,
    answer: savedAnswer(exchange.body, { url: exchange.url, status: exchange.status, headers: exchange.headers }),
  }));
}

/** Captures and recordings of a source beside the checkout: every page must be read as before. */
export async function savedPages(source: Source, folders: readonly string[]): Promise<Sample[]> {
  const files = folders.flatMap((folder) => {
    const own = join(folder, source.name);
    return existsSync(own) ? readdirSync(own).map((name) => join(own, name)) : [];
  });
  const pages = await Promise.all(
    files.flatMap((file) => source.operations.map((operation) => pagesIn(file, operation, null).catch(() => []))),
  );
  return pages.flat();
}

/** The pages that a reader makes records of; of a recording, those that are not on the way to them. */
export const readable = (source: Source, samples: readonly Sample[]): Sample[] => {
  const whole = samples.filter((sample) => readSample(source, sample).records.length > 0);
  return whole.length > 0 ? whole : samples.filter((sample) => readLoosely(source, sample).records.length > 0);
};

const path = ({ answer }: Sample): string => (URL.canParse(answer.url) ? new URL(answer.url).pathname : "");

/**
 * Of an incident's recording, the pages that have the records: those that are still read, or else those at the place of the
 * good call's pages. A site may have answered with an unreadable page, so the last one stands for it.
 */
export function incidentPages(
  source: Source,
  all: readonly Sample[],
  known: ReadonlyArray<readonly Sample[]>,
  good: readonly Sample[],
): Sample[] {
  if (all.length <= 1) return [...all];
  const paths = new Set(good.map(path));
  const alike = all.filter((sample) => paths.has(path(sample)));
  const read = alike.filter((sample) => readLoosely(source, sample).records.length > 0);
  if (read.length > 0) return read;
  const same = known.find(({ length }) => length === all.length);
  const placed = all.filter((_, nth) => same && good.includes(same[nth]!));
  return placed.length > 0 ? placed : all.slice(-1);
}
