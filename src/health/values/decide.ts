import type { OperationValues, Suspicion } from "./operation-values.ts";
import { tuning } from "./tuning.ts";

interface Decision {
  field: string;
  /** `wait`: the next runs tell more. Otherwise the new values of callers, or of the canary, are right. */
  decision: "raise" | "wait" | "accept" | "accept of canary";
  suspicion: Suspicion | null;
}

/** Decides about each field in doubt that has no incident yet, after the canary has run. */
export function decide(values: OperationValues, open: ReadonlyMap<string, unknown>, now: number): Decision[] {
  return [...values.fieldsInDoubt()]
    .filter((field) => !open.has(field))
    .map((field): Decision => {
      const suspicion = values.suspicionOf(field, now);
      if (!suspicion) return byCanaryAlone(values, field, now);
      return { field, suspicion, decision: byCanary(values, field, suspicion, now) };
    });
}

function byCanary(values: OperationValues, field: string, suspicion: Suspicion, now: number): Decision["decision"] {
  const { finding, requests, runs, recurs, since } = suspicion;
  const isProof = finding.strength === "proof";
  switch (values.confirms(field, suspicion, now)) {
    case true:
      // Other lists may show that it is a sale of these.
      return finding.kind === "factor" && now - since < tuning.askEveryMs ? "wait" : "raise";
    case false:
      // Its own values are what they were. What a whole page of records shows twice is true nevertheless.
      if (isProof) return runs >= 2 ? "raise" : "wait";
      if (finding.kind !== "emptied") return "accept";
      // It is asked twice about values that are gone, and again about those that come and go.
      return recurs || (finding.strength === "hint" && runs === requests) ? "wait" : "accept";
    default:
      if (isProof || (requests >= tuning.enoughPairs && finding.strength === "likely")) return "raise";
      return runs >= 2 ? "accept" : "wait";
  }
}

/** The canary sees a change that no caller has met. */
function byCanaryAlone(values: OperationValues, field: string, now: number): Decision {
  const suspicion = values.suspicionOf(field, now, "canary");
  const waits: Decision = { field, suspicion, decision: "wait" };
  // One of its records has moved by itself.
  if (!suspicion) return { ...waits, decision: "accept of canary" };
  const { finding, runs, since } = suspicion;
  if (finding.strength === "proof") return runs >= 2 ? { ...waits, decision: "raise" } : waits;
  // A factor may be a sale or a currency: callers will tell. Anything else is forgotten.
  const isForgotten = finding.kind !== "factor" && now - since >= tuning.forgottenAfterMs;
  return isForgotten ? { ...waits, decision: "accept of canary" } : waits;
}
