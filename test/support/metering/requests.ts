import { randomUUID } from "node:crypto";
import type { Caller } from "../../../src/accounts/types.ts";
import type { AdmissionRequest, Outcome } from "../../../src/metering/types.ts";

export const request = (caller: Caller, over: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  requestId: randomUUID(),
  caller,
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
