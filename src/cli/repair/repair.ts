import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Source } from "../../contract/source.ts";
import { parseHtml } from "../../source-kit/html.ts";
import { type Change, lineEdits, type SourceFile } from "./changes.ts";
import { type HtmlPlace, markChanges, renamedMarks } from "./html-changes.ts";
import { type Claim, type Evidence, readAll, whyNotProved } from "./judge.ts";
import type { LiveProof } from "./live-canary.ts";
import { movedChanges } from "./move-changes.ts";
import { type LostPlace, likelyMoves, lostKey, lostPlaces, type Move, nameBits, placesIn } from "./moved-places.ts";
import { type Edit, loadPatched } from "./patched-source.ts";
import { leavesIn } from "./paths.ts";
import { pageDocuments, provenanceIn, readLoosely, type Sample } from "./sample.ts";

/** A change of the source that was tried. */
export interface Trial {
  what: string;
  edits: Edit[];
  /** Fields that it should bring back. */
  fields: string[];
  /** Why it is not proved; null if it is. */
  failure: string | null;
}

export interface RepairReport {
  /** The one change that is proved; null if none is, or if several different ones are. */
  patch: Trial | null;
  trials: Trial[];
  /** Why there is no patch, or what was wrong. */
  verdict: string;
  /** What the site's canary says of the patch; missing if nobody asked it. */
  live?: LiveProof;
}

/** A patch that the site itself speaks against is not shown. */
export function withLiveProof(report: RepairReport, live: LiveProof): RepairReport {
  if (!report.patch || live.outcome !== "wrong") return { ...report, live };
  const trials = [...report.trials.filter(({ failure }) => failure !== null), { ...report.patch, failure: live.words }];
  return { patch: null, trials, verdict: "the only change that reads the saved pages is not proved live", live };
}

interface Candidate {
  what: string;
  claim: Claim;
  changes: Change[];
}

const MAX_TRIALS = 40;

/** Proposes a change of a source that reads the incident's pages as before, and proves it on all pages at hand. */
export async function repair(source: Source, manifest: string, evidence: Evidence): Promise<RepairReport> {
  const known = { before: readAll(source, evidence), loose: evidence.bad.map((sample) => readLoosely(source, sample)) };
  if (known.before.good.every(({ records }) => records.length === 0)) {
    const why = known.before.good[0]?.error ?? "there is no page";
    return { patch: null, trials: [], verdict: `the good page cannot be read: ${why}` };
  }
  const files = readerFiles(dirname(manifest));
  const judge = async (edits: Edit[], claim: Claim): Promise<string | null> =>
    whyNotProved(await loadPatched(manifest, edits), evidence, known, claim);
  const trials: Trial[] = [];
  const proved = new Map<string, Trial>();
  const all = candidates(source, evidence, files);
  const needed = all.filter(({ claim }) => whyNotProved(source, evidence, known, claim) !== null);
  if (all.length > 0 && needed.length === 0) return { patch: null, trials, verdict: NOTHING_TO_DO };
  for (const { what, claim, changes } of needed.slice(0, MAX_TRIALS)) {
    const edits = await loadable(lineEdits(changes, files), manifest);
    if (edits.length === 0 || trials.some((trial) => JSON.stringify(trial.edits) === JSON.stringify(edits))) continue;
    const failure = await judge(edits, claim);
    const trial = { what, edits, fields: [...claim.fields], failure };
    trials.push(trial);
    if (failure !== null) continue;
    const patch = await withoutSpare(edits, (some) => judge(some, claim));
    const key = JSON.stringify(patch);
    if (!proved.has(key)) proved.set(key, { ...trial, edits: patch });
  }
  if (trials.length === 0) return { patch: null, trials, verdict: NO_CANDIDATE };
  const [patch = null, ...others] = proved.values();
  if (patch === null) return { patch, trials, verdict: "no change that was tried passes" };
  const count = others.length + 1;
  if (count > 1) return { patch: null, trials, verdict: `${count} different changes pass equally, so none is proved` };
  return { patch, trials, verdict: "proved" };
}

const NOTHING_TO_DO = "the source reads the incident's pages as before already: it is repaired, or was not the cause";
const NO_CANDIDATE = "the pages do not show where the values went: no new place has them";

function candidates(source: Source, evidence: Evidence, files: SourceFile[]): Candidate[] {
  const good = leavesIn(evidence.good.flatMap((sample) => pageDocuments(source, sample)));
  const bad = leavesIn(evidence.bad.flatMap((sample) => pageDocuments(source, sample)));
  const provenance = evidence.good.flatMap((sample) => provenanceIn(source, sample));
  const lost = lostPlaces(provenance, bad);
  const moves = likelyMoves(lost, good, bad);
  const fields = new Set(lost.map(({ field }) => field));
  const marks = renamedMarks(htmlPlaces(source, evidence.good), evidence.bad.map(htmlOf));
  return [
    ...covers(lost, moves).flatMap((cover) => coverCandidates(cover, fields, files)),
    ...marks.flatMap((mark): Candidate[] => {
      const changes = markChanges(mark, files);
      const { from, to, fields: own } = mark;
      return changes.length === 0 ? [] : [{ what: `${from} -> ${to}`, claim: { fields: own, bits: 0 }, changes }];
    }),
  ];
}

const htmlOf = ({ answer }: Sample) => parseHtml(answer.text());

/** The elements that the good pages' values were read from. */
const htmlPlaces = (source: Source, good: readonly Sample[]): HtmlPlace[] =>
  good.flatMap((sample) => {
    const page = htmlOf(sample);
    const places = placesIn(provenanceIn(source, sample)).filter(({ place }) => !place.startsWith("$"));
    return places.map(({ field, place, raw }) => ({ page, field, place, raw: String(raw) }));
  });

/** Sets of moves that explain every lost place: the likeliest, and one that begins with each other move. */
function covers(lost: readonly LostPlace[], moves: readonly Move[]): Move[][] {
  const all = moves.map((first) => {
    const cover: Move[] = [];
    const left = new Set(lost.map(lostKey));
    for (const move of [first, ...moves]) {
      if (!move.places.some((place) => left.has(lostKey(place)))) continue;
      cover.push(move);
      for (const place of move.places) left.delete(lostKey(place));
    }
    return cover;
  });
  return [...new Map(all.map((cover) => [JSON.stringify(cover.map(moveKey).sort()), cover])).values()];
}

const moveKey = ({ before, after, places }: Move): string =>
  JSON.stringify([before, after, places.map(({ start }) => start)]);

/** Everything in the code that names the moved places: a page at hand may not need all of it, and another one will. */
function coverCandidates(cover: Move[], fields: ReadonlySet<string>, files: SourceFile[]): Candidate[] {
  const changes = cover.flatMap((move) => movedChanges(move, files));
  const claim = { fields, bits: Math.min(...cover.map(nameBits)) };
  return changes.length === 0 ? [] : [{ what: cover.map(inWords).join(", "), claim, changes }];
}

function inWords({ before, after, places }: Move): string {
  const { steps, start } = places[0]!;
  if (before.length > 0 && after.length > 0) return `${before.join(".")} -> ${after.join(".")}`;
  const [head, tail] = [start.slice(-1), steps.slice(start.length + before.length)];
  return `${[...head, ...before, ...tail].join(".")} -> ${[...head, ...after, ...tail].join(".")}`;
}

/** Leaves out every line without which the pages are read as well. */
async function withoutSpare(edits: Edit[], judge: (edits: Edit[]) => Promise<string | null>): Promise<Edit[]> {
  let kept = edits;
  for (const edit of edits) {
    const others = kept.filter((one) => one !== edit);
    if (others.length > 0 && (await judge(others)) === null) kept = others;
  }
  return kept;
}

/** The edits that are valid code on their own. */
async function loadable(edits: Edit[], manifest: string): Promise<Edit[]> {
  const isSound = (some: Edit[]) =>
    loadPatched(manifest, some).then(
      () => true,
      () => false,
    );
  if (await isSound(edits)) return edits;
  const sound: Edit[] = [];
  for (const edit of edits) if (await isSound([...sound, edit])) sound.push(edit);
  return sound;
}

const NO_READER = /\.test\.ts$|^(?:site|testing)$|stand-in|^canaries\.ts$|^source\.ts$|requests?\.ts$/;

/** The files of a source that read pages. */
export function readerFiles(folder: string): SourceFile[] {
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name);
    if (NO_READER.test(name)) return [];
    if (statSync(file).isDirectory()) return readerFiles(file);
    return /\.[jt]s$/.test(name) ? [{ file, lines: readFileSync(file, "utf8").split("\n") }] : [];
  });
}
