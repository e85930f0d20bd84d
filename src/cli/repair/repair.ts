import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Operation } from "../../contract/operation.ts";
import type { Source } from "../../contract/source.ts";
import { type Change, lineEdits, type SourceFile } from "./changes.ts";
import { markChanges, renamedMarks } from "./html-changes.ts";
import { type Claim, type Evidence, type Known, readAll, whyNotProved } from "./judge.ts";
import type { LiveProof } from "./live-canary.ts";
import { movedChanges } from "./move-changes.ts";
import { type LostPlace, likelyMoves, lostKey, lostPlaces, type Move, nameBits } from "./moved-places.ts";
import { type Edit, loadPatched } from "./patched-source.ts";
import { leavesIn } from "./paths.ts";
import { operationAt, pageDocuments, pairs, provenanceIn, readLoosely } from "./sample.ts";

type Rec = Record<string, unknown>;

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
  /** Candidates for the same new places are one answer. */
  answer: string;
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
  const judge = async (edits: Edit[], claim: Claim): Promise<string | null> => {
    try {
      return whyNotProved(await loadPatched(manifest, edits), evidence, known, claim);
    } catch (error) {
      return `${NOT_LOADED}: ${(error as Error).message.split("\n")[0]}`;
    }
  };
  const trials: Array<Trial & { answer: string; claim: Claim }> = [];
  const all = candidates(source, evidence, known, files);
  const needed = all.filter(({ claim }) => whyNotProved(source, evidence, known, claim) !== null);
  if (all.length > 0 && needed.length === 0) return { patch: null, trials, verdict: NOTHING_TO_DO };
  for (const { what, answer, claim, changes } of needed.slice(0, MAX_TRIALS)) {
    const edits = lineEdits(changes, files);
    if (edits.length === 0 || trials.some((trial) => JSON.stringify(trial.edits) === JSON.stringify(edits))) continue;
    const fields = [...claim.fields];
    const failure = await judge(edits, claim);
    trials.push({ what, answer, edits, claim, fields, failure });
    const sound = failure?.startsWith(NOT_LOADED) ? await loadable(edits, (some) => judge(some, claim)) : [];
    if (sound.length > 0)
      trials.push({ what, answer, edits: sound, claim, fields, failure: await judge(sound, claim) });
  }
  if (trials.length === 0) return { patch: null, trials, verdict: NO_CANDIDATE };
  const proved = trials.filter(({ failure }) => failure === null);
  const [first] = proved;
  if (!first) return { patch: null, trials, verdict: "no change that was tried passes" };
  const answers = new Set(proved.map(({ answer }) => answer));
  if (answers.size > 1) {
    return { patch: null, trials, verdict: `${answers.size} different changes pass equally, so none is proved` };
  }
  const edits = await fewer(first.edits, (some) => judge(some, first.claim));
  return { patch: { ...first, edits }, trials, verdict: "proved" };
}

const NOT_LOADED = "the changed source does not load";
const NOTHING_TO_DO = "the source reads the incident's pages as before already: it is repaired, or was not the cause";
const NO_CANDIDATE = "the pages do not show where the values went: no new place has them";

function candidates(source: Source, evidence: Evidence, { before, loose }: Known, files: SourceFile[]): Candidate[] {
  const good = leavesIn(evidence.good.flatMap((sample) => pageDocuments(source, sample)));
  const bad = leavesIn(evidence.bad.flatMap((sample) => pageDocuments(source, sample)));
  const provenance = evidence.good.flatMap((sample) => provenanceIn(source, sample));
  const lost = lostPlaces(provenance, bad);
  const moves = likelyMoves(lost, good, bad);
  const fields = new Set(lost.map(({ field }) => field));
  const operation = operationAt(source, evidence.bad[0]!.operation);
  const [was, now] = [before.good, loose].map((readings) => readings.flatMap(({ records }) => records));
  const marks = markCandidates(evidence, changedFields(operation, was!, now!), files);
  return [...covers(lost, moves).flatMap((cover) => coverCandidates(cover, fields, files)), ...marks];
}

/** Fields whose values the incident's pages no longer have. */
function changedFields(operation: Operation, was: Rec[], now: Rec[]): Set<string> {
  const names = Object.keys(operation.record.properties);
  const isFilled = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  return new Set(
    names.filter((field) => {
      const both = pairs(operation, was, now, new Set(names));
      const filled = (both.length > 0 ? both : was.map((record) => [record, {}])).filter(([record]) =>
        isFilled((record as Rec)[field]),
      );
      return filled.some(
        ([one, other]) => JSON.stringify((one as Rec)[field]) !== JSON.stringify((other as Rec)[field]),
      );
    }),
  );
}

function markCandidates({ good, bad }: Evidence, fields: ReadonlySet<string>, files: SourceFile[]): Candidate[] {
  const [before, after] = [good[0]!.answer.text(), bad[0]!.answer.text()];
  if (!after.trimStart().startsWith("<") || fields.size === 0) return [];
  return renamedMarks(before, after).flatMap((mark) => {
    const changes = markChanges(mark, files);
    const what = `${mark.from} -> ${mark.to}`;
    return changes.length === 0 ? [] : [{ what, answer: what, claim: { fields, bits: 0 }, changes }];
  });
}

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
  const answer = JSON.stringify(cover.map(moveKey).sort());
  const claim = { fields, bits: Math.min(...cover.map(nameBits)) };
  return changes.length === 0 ? [] : [{ what: cover.map(inWords).join(", "), answer, claim, changes }];
}

function inWords({ before, after, places }: Move): string {
  const { steps, start } = places[0]!;
  if (before.length > 0 && after.length > 0) return `${before.join(".")} -> ${after.join(".")}`;
  const [head, tail] = [start.slice(-1), steps.slice(start.length + before.length)];
  return `${[...head, ...before, ...tail].join(".")} -> ${[...head, ...after, ...tail].join(".")}`;
}

type Judge = (edits: Edit[]) => Promise<string | null>;

/** A patch of more lines is cut down to the files that need it. */
const MAX_LINES = 8;

/** Leaves out files whose lines are not needed, if there are many. Within a file, all lines that name the place are changed. */
async function fewer(edits: Edit[], judge: Judge): Promise<Edit[]> {
  let kept = edits;
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const without = kept.filter((edit) => edit.file !== file);
    if (kept.length > MAX_LINES && without.length > 0 && (await judge(without)) === null) kept = without;
  }
  return kept;
}

/** The edits that are valid code on their own. */
async function loadable(edits: Edit[], judge: Judge): Promise<Edit[]> {
  const sound: Edit[] = [];
  for (const edit of edits) if (!(await judge([edit]))?.startsWith(NOT_LOADED)) sound.push(edit);
  return sound.length < edits.length ? sound : [];
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
