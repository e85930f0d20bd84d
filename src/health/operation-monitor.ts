import type { Clock } from "../base/clock.ts";
import { createTokenBucket, type TokenBucket } from "../base/token-bucket.ts";
import { SourceError, type WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { likelyRename, type StructureDiff } from "../extraction/page-structure.ts";
import { PageStructures } from "../extraction/page-structures.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import type { ReadingReport, RunReport } from "../extraction/types.ts";
import { CANARY_CALLER } from "./canary-lookups.ts";
import { type CanaryResult, missingFieldIn } from "./canary-run.ts";
import { failureKind, requestDigest } from "./failures.ts";
import { evidenceResponse, type IncidentEvidence } from "./incident-evidence.ts";
import { type Judgement, OutcomeWindow } from "./outcome-window.ts";
import type { NewIncident } from "./types.ts";
import type { Finding, Strength } from "./values/judge.ts";
import { OperationValues, type Suspicion } from "./values/operation-values.ts";
import { tuning } from "./values/tuning.ts";

/** The pages of the newest runs that showed each field in doubt, for the incident that may follow. */
class DoubtfulPages {
  readonly #byField = new Map<string, { recorder: Recorder; weight: number }>();

  /** Adds what a run showed. A hint, which another request may give, does not replace more; nor does the canary a caller. */
  add(findings: Iterable<Finding>, recorder: Recorder, isCanary: boolean): void {
    for (const { field, strength } of findings) {
      const weight = weightOf(strength, isCanary);
      if (weight < (this.#byField.get(field)?.weight ?? 0)) continue;
      this.#byField.delete(field);
      this.#byField.set(field, { recorder, weight });
    }
    const newest = new Set([...this.#byField.values()].map((one) => one.recorder).toReversed());
    const kept = new Set([...newest].slice(0, tuning.openIncidents));
    for (const [field, one] of this.#byField) if (!kept.has(one.recorder)) this.#byField.delete(field);
  }

  find(field: string): Recorder | null {
    return this.#byField.get(field)?.recorder ?? null;
  }

  /** Forgets the pages of fields that are no longer in doubt. */
  keepOnly(inDoubt: ReadonlySet<string>): void {
    for (const field of this.#byField.keys()) if (!inDoubt.has(field)) this.#byField.delete(field);
  }
}

function weightOf(strength: Strength, isCanary: boolean): number {
  if (isCanary) return 0;
  return strength === "hint" ? 1 : 2;
}

const SAME_TROUBLE_MS = 60_000;
/** Runs of an operation that are sampled for values: some show what is usual as well as all do. */
const SAMPLES_A_SECOND = 2;
const SAMPLES_AT_ONCE = 100;

interface Page {
  answer: Answer;
  request: Record<string, unknown>;
}

interface Unreadable extends Page {
  at: number;
  keptAs: string | null;
  diff: StructureDiff | null;
  likeness: number;
}

interface LastFailure {
  message: string;
  request: Record<string, unknown>;
  /** The page that it happened on, in words. */
  page: string;
}

/** What this process knows of one operation: its newest outcomes, its usual values, the structure of its pages. */
export class OperationMonitor {
  readonly source: Source;
  readonly operation: Operation;
  readonly values = new OperationValues();
  readonly doubtfulPages = new DoubtfulPages();
  readonly structures: PageStructures;
  readonly #clock: Clock;
  readonly #outcomes = new OutcomeWindow();
  readonly #samples: TokenBucket;
  #unreadable: Unreadable | null = null;
  #canaryPage: Page | null = null;
  #lastFailure: LastFailure | null = null;

  constructor(source: Source, operation: Operation, clock: Clock) {
    this.source = source;
    this.operation = operation;
    this.#clock = clock;
    this.structures = new PageStructures(() => clock.now());
    this.#samples = createTokenBucket({ perSecond: SAMPLES_A_SECOND, max: SAMPLES_AT_ONCE, now: () => clock.now() });
  }

  wantsSample(caller: string): boolean {
    return caller === CANARY_CALLER || this.structures.isDue() || this.#samples.take();
  }

  run({ request, caller, error }: RunReport): void {
    const kind = error ? failureKind(error.code) : null;
    this.#outcomes.add({ at: this.#clock.now(), caller, digest: kind && requestDigest(request), kind });
    if (error && kind) this.#lastFailure = { message: error.message, request, page: seenWords(error) };
  }

  /** A request that was answered before is refused as wrong: its page has gone, or is no longer understood. */
  isGone({ request, error }: RunReport): boolean {
    if (error === null || failureKind(error.code) !== null || error.status >= 500) return false;
    return this.values.callers.sights.find(requestDigest(request)) !== undefined;
  }

  reading({ answer, request, caller, unreadable, keptAs }: ReadingReport): void {
    const now = this.#clock.now();
    if (unreadable !== null) {
      const { diff, likeness } = this.structures.differenceOf(answer.text());
      // After the page that changed, a reader may try another kind of page. The one that can be compared is more useful.
      const known = this.#unreadable;
      if (known && now - known.at < SAME_TROUBLE_MS && known.likeness > likeness) return;
      this.#unreadable = { at: now, answer, request, keptAs, diff, likeness };
      return;
    }
    if (caller === CANARY_CALLER) this.#canaryPage = { answer, request };
    else if (!this.structures.isDue()) return;
    this.structures.consider(answer.text(), request);
  }

  /** The page that an engineer wants to see: one that could not be parsed, else the canary's. */
  evidence(): IncidentEvidence | null {
    const page = this.#unreadable ?? this.#canaryPage;
    return page && evidenceResponse(this.operation.path, page.request, page.answer);
  }

  judge(): Judgement {
    return this.#outcomes.judge(this.#clock.now());
  }

  /** Called after a successful probe: earlier outcomes no longer count. */
  recovered(): void {
    this.#outcomes.clear();
    this.#unreadable = null;
  }

  incidentOf({ state, kind, failures, calls }: Judgement): NewIncident {
    const isDown = state === "down";
    const last = this.#lastFailure;
    const isUnreadable = kind === "unreadable";
    const reason = `${failures} of the last ${calls} calls failed: ${sentence(last?.message ?? kind ?? "")}${last?.page ?? ""}`;
    return this.#incident(
      {
        kind: isDown ? "failing" : "errors",
        blocking: isDown,
        reason,
        field: last && isUnreadable ? missingFieldIn(last.message) : null,
        details: {
          ...(isDown && kind && kind !== "timeout" && { code: kind }),
          ...(last && { example_request: last.request }),
        },
      },
      isUnreadable ? (this.#unreadable?.diff ?? null) : null,
    );
  }

  driftIncident({ finding, request, since }: Suspicion): NewIncident {
    const { field, kind, before, after, value, words } = finding;
    const page = this.#canaryPage;
    const last_well = this.values.soundAt(field);
    const seen = { first_seen: since, ...(last_well !== undefined && { last_well }), example_request: request };
    return this.#incident(
      {
        kind: "drift",
        field,
        blocking: false,
        reason: sentence(words),
        details: { measure: kind, change: words, before, after, ...(value !== undefined && { value }), ...seen },
      },
      // A missing field may have been renamed; one with other values kept its name.
      kind === "emptied" && page ? this.structures.differenceOf(page.answer.text()).diff : null,
    );
  }

  canaryIncident(
    { problem, request, field }: Pick<CanaryResult, "problem" | "request" | "field">,
    code: NewIncident["details"]["code"],
  ): NewIncident {
    const page = this.#canaryPage;
    const reason = `A call that must always work did not: ${sentence(problem ?? "")}${code ? (this.#lastFailure?.page ?? "") : ""}`;
    const details = { ...(code && { code }), example_request: request };
    return this.#incident(
      { kind: "canary", field, blocking: code !== undefined, reason, details },
      this.#unreadable?.diff ?? (page && field !== null ? this.structures.differenceOf(page.answer.text()).diff : null),
    );
  }

  /** Adds what the page's structure shows about the change, in words and as details. */
  #incident(about: Omit<NewIncident, "source" | "operation">, structure: StructureDiff | null): NewIncident {
    const renamed = structure ? likelyRename(structure, about.field) : undefined;
    const words = renamed ? ` The page now has "${renamed.to}" where it had "${renamed.from}".` : "";
    const found = { likely_new_name: renamed?.to ?? null, kept_response: this.#unreadable?.keptAs ?? null, structure };
    return {
      source: this.source.name,
      operation: this.operation.path,
      ...about,
      reason: `${about.reason}${words}`,
      details: { ...about.details, ...found },
    };
  }
}

/** Where a wall or an unreadable page was met, for the operator. */
function seenWords(error: WinnowError): string {
  const page = error instanceof SourceError ? error.page : null;
  return page ? ` The page was ${page.url}, titled ${JSON.stringify(page.title ?? "")}.` : "";
}

const sentence = (words: string): string => `${words.replace(/\.$/, "")}.`;
