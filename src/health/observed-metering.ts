import { traced } from "../base/tracing.ts";
import type { PointsWatch } from "../metering/points-watch.ts";
import type { Hold, Metering } from "../metering/types.ts";
import { isPracticeId } from "../store/practice-id.ts";
import type { Metrics } from "./metrics.ts";

/** Wraps metering with counters and spans, except those of practice. */
export function observedMetering<M extends Metering>(
  metering: M,
  { metering: count }: Metrics,
  points: Pick<PointsWatch, "charged" | "refused">,
): M {
  const endpoints = new WeakMap<Hold, string>();
  return {
    ...metering,
    admit: (request: Parameters<M["admit"]>[0]) =>
      isPracticeId(request.caller.account.id)
        ? metering.admit(request)
        : traced("admission", { "winnow.operation": request.endpoint }, async () => {
            const admission = await metering.admit(request);
            count.asked(admission.kind);
            if (admission.kind === "admitted") {
              endpoints.set(admission.hold, request.endpoint);
              count.held();
            }
            if (admission.kind === "not_enough_points") points.refused(request.caller.account.id, admission.points);
            return admission;
          }),
    settle: (hold: Hold, outcome: Parameters<M["settle"]>[1]) =>
      isPracticeId(hold.accountId)
        ? metering.settle(hold, outcome)
        : traced("settlement", { "winnow.status": outcome.status }, async () => {
            const settled = await metering.settle(hold, outcome);
            const operation = endpoints.get(hold);
            if (operation !== undefined) count.settled();
            if (settled.charged > 0) {
              count.charged(operation ?? "unknown", settled.charged);
              points.charged(hold.accountId, settled.points, settled.charged);
            }
            return settled;
          }),
  };
}
