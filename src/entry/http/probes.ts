import { WinnowError } from "../../contract/errors.ts";
import type { Probes } from "../../endpoints/context.ts";
import type { ServerDependencies } from "./dependencies.ts";

/** Probes: `/health` checks the ledger, `/health/ready` also whether this process accepts more calls. */
export const createProbes = ({ canAdmit, lifecycle, stalledSources }: ServerDependencies): Probes => ({
  stalledSources,
  async admitting() {
    if (!(await canAdmit().catch(() => false))) throw new WinnowError("unavailable", "The store does not answer.");
  },
  serving() {
    lifecycle.probed();
    if (!lifecycle.isServing) throw new WinnowError("unavailable", "The service is stopping.");
  },
});
