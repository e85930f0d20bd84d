import { WinnowError } from "../../contract/errors.ts";
import type { Verdict } from "../../extraction/types.ts";
import type { Incident } from "../types.ts";
import type { Finding } from "./judge.ts";
import type { Judged } from "./witness.ts";

/** Changes that a single record does not make by itself. */
export const UNNATURAL: ReadonlySet<Finding["kind"]> = new Set(["type", "traded", "scale", "absurd"]);

/** Changes that no shop makes, whatever it sells and hides. */
export const UNHEARD_OF: ReadonlySet<Finding["kind"]> = new Set(["type", "format", "traded", "same", "scale"]);

/** Changes after which a vital field is worth nothing. */
export const IMPOSSIBLE: ReadonlySet<Finding["kind"]> = new Set(["type", "emptied", "same", "scale"]);

/**
 * What the caller gets: a warning for each field that this very run shows to have changed, or does not show to be well while
 * an incident is open; an error if a vital field of it cannot be right.
 */
export function reachVerdict(found: Judged, open: readonly Incident[], vital: readonly string[]): Verdict | null {
  // A response without records has no values to doubt.
  const isAbout = (field: string) => found.run.rows > 0 || field.startsWith("answer.");
  const unsure = open.flatMap(({ field }) => (field !== null && isAbout(field) && !found.isWell(field) ? field : []));
  const own = [...found.findings.values()].filter(({ field }) => found.isOwn(field));
  const shown = own.filter((one) => isShown(one, open) || found.recurs(one.field)).map(({ field }) => field);
  const warned = [...new Set([...unsure, ...shown])].filter((field) => field !== "answer.latency");
  const isDoubtful = found.findings.size > 0 || warned.length > 0;
  if (!isDoubtful) return null;
  const warnings = warned.map((field) => `drift:${field}` as const);
  const absurd = open.find(({ field }) =>
    own.some((one) => one.field === field && vital.includes(field) && IMPOSSIBLE.has(one.kind)),
  );
  if (!absurd) return { isDoubtful, warnings, error: null };
  const detail = `unreadable response: the values of "${absurd.field}" cannot be right`;
  return { isDoubtful, warnings, error: new WinnowError("unreadable", detail, { internal: absurd.reason }) };
}

/** A hint is shown if an incident has confirmed it, or if no single record does that by itself. */
const isShown = ({ field, kind, strength }: Finding, open: readonly Incident[]): boolean =>
  strength !== "hint" || UNNATURAL.has(kind) || open.some((one) => one.field === field);
