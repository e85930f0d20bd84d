import { fileURLToPath } from "node:url";
import { loadPatched } from "../../../src/cli/repair/patched-source.ts";
import { type RepairReport, repair } from "../../../src/cli/repair/repair.ts";
import {
  operationAt,
  pageDocuments,
  pairs,
  provenanceIn,
  readLoosely,
  readSample,
  type Sample,
} from "../../../src/cli/repair/sample.ts";
import template from "../../../src/cli/source-template/source.ts";
import type { Source } from "../../../src/contract/source.ts";
import { savedAnswer } from "../../../src/extraction/answer.ts";
import { seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { capturedPages } from "../../../src/source-testing/rename-drill.ts";
import { type SavedPage, standInPages } from "../../../src/source-testing/stand-in-pages.ts";
import { findSources } from "../../../src/sources/find-sources.ts";
import { htmlMutation, jsonMutation, kinds, type Mutation, textMutation } from "./mutations.ts";

const SRC = new URL("../../../src/", import.meta.url);
const CAPTURES = fileURLToPath(new URL("../../../../shared/captures", import.meta.url));
const manifestFile = ({ name }: Source) =>
  fileURLToPath(new URL(name === template.name ? "cli/source-template/source.ts" : `sources/${name}/source.ts`, SRC));

/** Changes that no patch can repair: the value is gone, or two places have it. */
const TRAPS = ["removed", "twin"] as const;

/** What became of one change of a site. */
export interface DrillCase {
  where: string;
  kind: Mutation["kind"];
  words: string;
  outcome: "repaired" | "none" | "WRONG";
  report: RepairReport;
}

const asSample = ({ name, operation, request, answer }: SavedPage): Sample => ({
  name,
  operation: operation.path,
  request,
  answer,
});

const withText = (sample: Sample, text: string): Sample => {
  const { url, status } = sample.answer;
  return {
    ...sample,
    answer: savedAnswer(Buffer.from(text), { url, status, headers: { "content-type": "text/html; charset=utf-8" } }),
  };
};

interface Site {
  source: Source;
  path: string;
  /** Pages of the stand-in with records. */
  pages: Sample[];
  captures: Sample[];
}

async function sites(only?: string): Promise<Site[]> {
  const found: Site[] = [];
  // What `winnow new-source` writes, under another name: a source that nobody has tried.
  for (const source of [...(await findSources()), template]) {
    if (only !== undefined && source.name !== only) continue;
    const captures = capturedPages(source, CAPTURES).map(asSample);
    for (const operation of source.operations) {
      const pages = (await standInPages(source, operation)).map(asSample);
      const read = pages.filter((page) => readSample(source, page).records.length > 0);
      if (read.length > 1) found.push({ source, path: operation.path, pages: read, captures });
    }
  }
  return found;
}

/** Draws changes at random until `count` of them cost something, and tries to repair each. */
export async function drill(options: {
  seed: string;
  count: number;
  traps?: boolean;
  only?: string;
  onCase?: (one: DrillCase) => void;
}): Promise<DrillCase[]> {
  const all = await sites(options.only);
  const cases: DrillCase[] = [];
  for (let draw = 0; cases.length < options.count && draw < options.count * 40; draw++) {
    const random = seeded(`${options.seed} ${draw}`);
    const next = () => random.next();
    const site = all[draw % all.length]!;
    const one = await tried(site, next, options.traps ?? false);
    if (one) {
      cases.push(one);
      options.onCase?.(one);
    }
  }
  return cases;
}

async function tried(
  { source, path, pages, captures }: Site,
  random: () => number,
  traps: boolean,
): Promise<DrillCase | null> {
  const [good, fresh] = random() < 0.5 ? [pages[0]!, pages.at(-1)!] : [pages.at(-1)!, pages[0]!];
  const places = provenanceIn(source, good).flatMap(({ fields }) =>
    Object.values(fields).flatMap((from) => ("place" in from ? [from] : from.computed_from)),
  );
  const place = places[Math.floor(random() * places.length)];
  if (!place) return null;
  const drawn = traps ? TRAPS : kinds;
  const kind = drawn[Math.floor(random() * drawn.length)]!;
  const mutation = mutationFor(kind, place, good, random);
  if (mutation === null || (traps && mutation.kind !== kind)) return null;
  const bad = changed(source, good, mutation);
  const badFresh = changed(source, fresh, mutation);
  if (!bad || !badFresh) return null;
  const [before, after] = [readSample(source, good), readSample(source, bad)];
  // A change that costs nothing is no case.
  if (JSON.stringify(before.records) === JSON.stringify(after.records)) return null;
  const report = await repair(source, manifestFile(source), { good: [good], bad: [bad], others: captures });
  return {
    where: path,
    kind: mutation.kind,
    words: mutation.words,
    outcome: await outcome(source, path, report, fresh, badFresh, traps),
    report,
  };
}

function mutationFor(
  kind: Mutation["kind"],
  place: { place: string; inside?: string },
  page: Sample,
  random: () => number,
): Mutation | null {
  if (!place.place.startsWith("$")) return htmlMutation(page.answer.text(), place.place, random);
  if (place.inside?.includes(" ")) return textMutation(place.place, random);
  return jsonMutation(kind, place.place, place.inside ?? null, random);
}

function changed(source: Source, page: Sample, mutation: Mutation): Sample | null {
  const text = mutation.apply(page.answer.text(), pageDocuments(source, page));
  return text === null ? null : withText(page, text);
}

/** A patch is right if it reads another changed page as the source reads that page unchanged. */
async function outcome(
  source: Source,
  path: string,
  { patch }: RepairReport,
  fresh: Sample,
  badFresh: Sample,
  isTrap: boolean,
): Promise<DrillCase["outcome"]> {
  if (patch === null) return "none";
  if (isTrap) return "WRONG";
  const patched = await loadPatched(manifestFile(source), patch.edits);
  const [truth, read] = [readLoosely(source, fresh).records, readLoosely(patched, badFresh).records];
  const same = pairs(operationAt(source, path), truth, read).filter(
    ([was, is]) => JSON.stringify(was) === JSON.stringify(is),
  );
  return truth.length > 0 && same.length === truth.length ? "repaired" : "WRONG";
}
