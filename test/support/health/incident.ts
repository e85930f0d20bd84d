import { systemClock } from "../../../src/base/clock.ts";
import { createHealth } from "../../../src/health/health.ts";
import { openStore } from "../../../src/store/open-store.ts";

/** An incident of a field that a site renamed. */
export const renamedTitle = {
  source: "nlretail",
  operation: "/api/nlretail/products/search",
  kind: "canary" as const,
  field: "title",
  blocking: true,
  reason: '"title" is missing in 20 of 20 records',
};

/** The health of a service whose store is in the folder. */
export async function openHealthIn(folder: string) {
  const store = await openStore({ dataDir: folder, url: "" });
  const health = createHealth({
    db: store.db,
    sources: [],
    clock: systemClock,
    log: { info() {}, warn() {} },
    isStandIn: () => true,
    originOf: () => "http://site.example",
  });
  return { store, health };
}
