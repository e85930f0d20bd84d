import { createHash } from "node:crypto";
import type { AdmissionRequest, Outcome } from "./types.ts";

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

/**
 * What is stored of a call that leaves no trace: when it was, of which operation, its status and its cost. Admission and
 * settlement pass through here, so that no caller of the ledger can store more. An Idempotency-Key is a digest, and so is
 * its request; the key itself is part of both, because a request alone could be guessed.
 */
export const admissionWithoutTrace = (request: AdmissionRequest): AdmissionRequest => ({
  ...request,
  params: {},
  question: null,
  tags: null,
  idempotency: request.idempotency && {
    key: `digest ${digest(request.idempotency.key)}`,
    digest: digest(`${request.idempotency.key}\n${request.idempotency.digest}`),
  },
});

export const outcomeWithoutTrace = ({ status, cost }: Outcome): Outcome => ({
  status,
  cost,
  results: 0,
  errorText: null,
  upstreamPages: 0,
  facts: null,
  answer: null,
});
