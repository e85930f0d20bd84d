import type { Clock } from "../clock.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { ReadingReport, RunReport } from "../extraction/types.ts";
import { CANARY_CALLER, missingFieldIn } from "./canary-run.ts";
import { failureKindOf } from "./failure-kind.ts";
import { type DriftingField, FieldBaseline } from "./field-baseline.ts";
import { type Judgement, OutcomeWindow } from "./outcome-window.ts";
import { requestDigest } from "./request-digest.ts";
import { compareStructures, type Structure, structureOf } from "./structure.ts";
import type { NewIncident } from "./types.ts";

/** The structure of a good page is taken this often: it costs some milliseconds. */
const STRUCTURE_EVERY_MS = 10 * 60_000;

interface LastFailure {
  message: string;
  request: Record<string, unknown>;
}

/** What this process knows of one operation: its newest outcomes, what its fields usually are, how its pages are built. */
export class OperationMonitor {
  readonly source: Source;
  readonly operation: Operation;
  readonly fields = new FieldBaseline();
  readonly #clock: Clock;
  readonly #outcomes = new OutcomeWindow();
  #structure: { at: number; of: Structure } | null = null;
  #unreadable: { keptAs: string | null; renamed: Array<{ from: string; to: string }> } | null = null;
  #lastFailure: LastFailure | null = null;

  constructor(source: Source, operation: Operation, clock: Clock) {
    this.source = source;
    this.operation = operation;
    this.#clock = clock;
  }

  run({ request, caller, fill, error }: RunReport): void {
    const digest = requestDigest(request);
    const kind = error ? failureKindOf(error.code) : null;
    this.#outcomes.add({ at: this.#clock.now(), digest, kind });
    if (error && kind) this.#lastFailure = { message: error.message, request };
    if (!error && caller !== CANARY_CALLER) this.fields.add(digest, caller, fill);
  }

  reading({ answer, unreadable, keptAs }: ReadingReport): void {
    const now = this.#clock.now();
    if (unreadable === null) {
      if (this.#structure && now - this.#structure.at < STRUCTURE_EVERY_MS) return;
      this.#structure = { at: now, of: structureOf(answer.text()) };
    } else {
      const renamed = this.#structure
        ? compareStructures(this.#structure.of, structureOf(answer.text())).renamed
        : (this.#unreadable?.renamed ?? []);
      this.#unreadable = { keptAs, renamed };
    }
  }

  judge(): Judgement {
    return this.#outcomes.judge(this.#clock.now());
  }

  /** A probe went well: what came before it says nothing about now. */
  recovered(): void {
    this.#outcomes.clear();
    this.#unreadable = null;
  }

  incidentOf(judgement: Judgement): NewIncident {
    const down = judgement.state === "down";
    const code = judgement.kind === "timeout" || judgement.kind === null ? undefined : judgement.kind;
    const last = this.#lastFailure;
    const field = last && judgement.kind === "unreadable" ? missingFieldIn(last.message) : null;
    const renamed = judgement.kind === "unreadable" ? this.#unreadable?.renamed[0] : undefined;
    const suggestion = renamed ? ` The page now has "${renamed.to}" where it had "${renamed.from}".` : "";
    return {
      ...this.#subject(),
      kind: down ? "failing" : "errors",
      field,
      blocking: down,
      reason: `${judgement.failures} of the last ${judgement.calls} calls failed: ${last?.message ?? judgement.kind}.${suggestion}`,
      details: {
        ...(down && code && { code }),
        ...(last && { example_request: last.request }),
        likely_new_name: renamed?.to ?? null,
        kept_response: this.#unreadable?.keptAs ?? null,
      },
    };
  }

  driftIncident({ field, before }: DriftingField, records: number): NewIncident {
    const share = Math.round(before * 100);
    return {
      ...this.#subject(),
      kind: "drift",
      field,
      blocking: false,
      reason: `"${field}" was there in ${share} % of the requests, and is in none now, not in the ${records} records of the canary either.`,
      details: { before, after: 0 },
    };
  }

  canaryIncident(problem: string, code: NewIncident["details"]["code"], field: string | null): NewIncident {
    const renamed = this.#unreadable?.renamed[0];
    const suggestion = renamed ? ` The page now has "${renamed.to}" where it had "${renamed.from}".` : "";
    return {
      ...this.#subject(),
      kind: "canary",
      field,
      blocking: code !== undefined,
      reason: `A call that must always work did not: ${problem}.${suggestion}`,
      details: {
        ...(code && { code }),
        likely_new_name: renamed?.to ?? null,
        kept_response: this.#unreadable?.keptAs ?? null,
      },
    };
  }

  #subject() {
    return { source: this.source.name, operation: this.operation.path };
  }
}
