import { Gauge } from "prom-client";
import type { Health } from "./health.ts";
import type { Metrics } from "./metrics.ts";

/** Incidents and the state of each source, read from the store when somebody reads the metrics; nothing while it is away. */
export function registerIncidentGauges(
  { registry }: Metrics,
  { store, sources }: Pick<Health, "store" | "sources">,
): void {
  new Gauge({
    name: "winnow_incident_open",
    help: "Open incidents, over all processes.",
    labelNames: ["source", "operation", "kind"],
    registers: [registry],
    async collect() {
      this.reset();
      const incidents = await store.openIncidents().catch(() => []);
      for (const { source, operation, kind } of incidents) this.inc({ source, operation, kind });
    },
  });
  new Gauge({
    name: "winnow_source_state",
    help: "State of a source: 0 ok, 1 degraded, 2 down.",
    labelNames: ["source"],
    registers: [registry],
    async collect() {
      this.reset();
      const known = await Promise.all([store.openIncidents(), store.overrides()]).catch(() => null);
      if (!known) return;
      const [incidents, overrides] = known;
      for (const { name } of sources) {
        const own = incidents.filter(({ source }) => source === name);
        const isClosed = overrides.some(({ source, state }) => source === name && state === "closed");
        const isDown = isClosed || own.some(({ blocking }) => blocking);
        this.set({ source: name }, isDown ? 2 : Number(own.length > 0));
      }
    },
  });
}
