import { type Operation, recordIdentity } from "../../../contract/operation.ts";
import { unmetExpectation } from "../../../extraction/canary-expectations.ts";
import type { Trial } from "./trial.ts";

/** Searches for different words have few records in common. */
const MAX_IN_COMMON = 0.5;

/** The problems of one call: it failed, found nothing, or ignored a parameter. */
export function findProblems(operation: Operation, trial: Trial): string[] {
  const { canary, error, records } = trial;
  if (error) return [error.message];
  const unmet = unmetExpectation(operation, canary, records);
  return [...(unmet ? [unmet.problem] : []), ...pageProblems(operation, trial)];
}

/** Whether a list continued beyond its first page with other records. */
function pageProblems(operation: Operation, { request, records, pages, resultsEnd, total }: Trial): string[] {
  const isList = "count" in operation.request.properties;
  if (!isList || records.length === 0) return [];
  const identities = identitiesIn(operation);
  const seen = new Set<unknown>();
  for (const [nth, page] of pages.entries()) {
    const ids = identities(page);
    if (ids.length > 0 && ids.every((id) => seen.has(id))) return [`page ${nth + 1} repeats earlier pages`];
    for (const id of ids) seen.add(id);
  }
  const said = total === null ? "" : `, of ${total} in all`;
  const hasMore = resultsEnd !== "exhausted" && records.length < Number(request.count);
  return pages.length < 2 && hasMore ? [`the list stopped at its first page (${records.length} records${said})`] : [];
}

/** The problems of all calls together: the site must apply the words and the filters. */
export function problemsAmong(operation: Operation, trials: Trial[]): string[] {
  const good = trials.filter(({ error, records }) => !error && records.length > 0);
  const identities = identitiesIn(operation);
  const narrowed = good.filter(({ canary }) => canary.every);
  const plain = good.filter(({ canary }) => !canary.every && !canary.sorted);
  const isList = "count" in operation.request.properties;
  return [
    ...(isList ? sameRecords(plain, identities) : sameThing(plain)),
    ...pageBoundary(operation, plain),
    ...narrowed.flatMap((trial) => ignoredFilter(trial, plain, identities)),
  ];
}

/** A lookup may fit on one page; a search must show that its second page differs. */
function pageBoundary({ request, cache }: Operation, plain: Trial[]): string[] {
  const isSearch = "count" in request.properties && cache === undefined;
  if (!isSearch || plain.length === 0 || plain.some(({ pages }) => pages.length > 1)) return [];
  return ["no search went beyond its first page: name one with more results in canaries.json of DATA_DIR"];
}

type Identities = (records: readonly object[]) => unknown[];

function sameRecords(trials: Trial[], identities: Identities): string[] {
  const [first, ...others] = trials;
  if (!first) return [];
  const known = new Set(identities(first.records));
  return others.flatMap((other) => {
    const ids = identities(other.records);
    const common = ids.filter((id) => known.has(id)).length;
    return common > ids.length * MAX_IN_COMMON
      ? [`${common} of ${ids.length} records are the same for ${wordsFor(first)} and ${wordsFor(other)}`]
      : [];
  });
}

/** A site that sends one page for two questions. Two things may have much in common, but not everything. */
function sameThing([first, ...others]: Trial[]): string[] {
  const known = JSON.stringify(first?.records);
  const same = others.find(({ records }) => JSON.stringify(records) === known);
  return first && same ? [`the answers to ${wordsFor(first)} and ${wordsFor(same)} are the same`] : [];
}

/** A site that applies a filter has fewer or different results. */
function ignoredFilter(trial: Trial, plain: Trial[], identities: Identities): string[] {
  const asked = Object.keys(trial.canary.every ?? {});
  const base = plain.find(({ canary }) =>
    Object.entries(canary.request).every(([name, value]) => name === "count" || trial.canary.request[name] === value),
  );
  if (!base) return [];
  const ids = identities(trial.records);
  const isSameList = identities(base.records.slice(0, ids.length)).every((id, at) => id === ids[at]);
  const isSameTotal = trial.total !== null && trial.total === base.total;
  return isSameList || isSameTotal
    ? [`the site ignored a filter: ${wordsFor(trial)} has the results of ${wordsFor(base)} (${asked.join(", ")})`]
    : [];
}

const identitiesIn =
  (operation: Operation): Identities =>
  (records) =>
    records.map((record) => recordIdentity(operation, record) ?? JSON.stringify(record));

/** The parameters a call names itself, and those looked up for it; defaults are omitted. */
export function wordsFor({ canary, request }: Trial): string {
  const names = [...Object.keys(canary.request), ...Object.keys(canary.find ?? {})];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, request[name]])));
}
