import type { SourceStatus } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";

/** How each source is doing, without what only an operator should read. */
export function sourceStatuses({ service, engine }: DashboardParts): SourceStatus[] {
  const titles = new Map(service.registry.sources.map(({ name, title }) => [name, title]));
  return engine.health().map((health) => ({
    source: health.source,
    title: titles.get(health.source) ?? health.source,
    state: health.state,
    breaker_open: health.breakerOpen,
    ok: health.ok,
    failed: health.failed,
    last_error_at: health.lastErrorAt,
  }));
}
