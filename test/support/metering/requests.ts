import { randomUUID } from "node:crypto";
import type { KeyHolder } from "../../../src/accounts/types.ts";
import type { AdmissionRequest, Outcome } from "../../../src/metering/types.ts";

export const request = (holder: KeyHolder, over: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  requestId: randomUUID(),
  holder,
  endpoint: "/api/nlretail/products/search",
  source: "nlretail",
  entryPoint: "http",
  maxCost: 20,
  timeoutSeconds: 300,
  params: { keyword: "fiets", count: 40 },
  idempotency: null,
  ...over,
});

export const outcome = (over: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  cost: 10,
  results: 20,
  errorText: null,
  upstreamPages: 1,
  answer: null,
  ...over,
});
