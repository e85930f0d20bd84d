import type { Engine, SourceHealth } from "../extraction/types.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { Metrics } from "./metrics.ts";

/** What one process knows of its ways out: breaker, routes and the adaptive limit (AIMD), by source. */
export function registerEngineGauges(metrics: Metrics, engine: Pick<Engine, "health">): void {
  const bySource = (name: string, help: string, measure: (health: SourceHealth) => number) =>
    metrics.gauge(name, help, "source", () => engine.health().map((health) => [health.source, measure(health)]));
  bySource("winnow_circuit_breaker_open", "1 while a source's circuit breaker is open.", ({ breakerOpen }) =>
    breakerOpen ? 1 : 0,
  );
  bySource(
    "winnow_upstream_routes_cooling",
    "Routes to a source that are left alone after blocks.",
    ({ routes }) => routes.filter(({ cooling }) => cooling).length,
  );
  bySource(
    "winnow_upstream_permits",
    "Requests to a source that the adaptive limit allows at once now, in all processes.",
    ({ limiter }) => limiter.permits,
  );
  bySource(
    "winnow_upstream_requests_in_flight",
    "Requests to a source that have their permit.",
    ({ limiter }) => limiter.inFlight,
  );
  bySource(
    "winnow_upstream_requests_waiting",
    "Requests to a source that wait for a permit.",
    ({ limiter }) => limiter.waiting,
  );
}

interface Queues {
  load(): { inFlight: number; queued: number; limit: number };
  ledger: Pick<MeteringService, "ledgerQueue">;
}

/** What waits in one process: calls for a place to run, commands for the ledger. */
export function registerQueueGauges(metrics: Metrics, { load, ledger }: Queues): void {
  metrics.gauge("winnow_load_calls", "Calls of this process that run, that wait, and that may run.", "state", () => {
    const { inFlight, queued, limit } = load();
    return [
      ["in_flight", inFlight],
      ["queued", queued],
      ["limit", limit],
    ];
  });
  const { ledgerQueue } = ledger;
  metrics.value(
    "winnow_ledger_commands_queued",
    "Commands that wait for their batch at the ledger.",
    () => ledgerQueue().queued,
  );
  metrics.value(
    "winnow_ledger_batches_in_flight",
    "Batches that the ledger is working on.",
    () => ledgerQueue().inFlight,
  );
}
