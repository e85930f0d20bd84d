import type { Source } from "../contract/source.ts";
import type { ReadSite } from "../entry/crawler/page.ts";
import type { Engine } from "../extraction/types.ts";
import type { HealthStore } from "../health/health-store.ts";

const DAYS = 7;
const DAY_MS = 86_400_000;
const KEPT_MS = 60_000;

interface Deps {
  sources: readonly Source[];
  engine: Pick<Engine, "health">;
  store: Pick<HealthStore, "days">;
  isStandIn(source: string): boolean;
  originOf(source: string, name: string): string;
  now(): number;
}

/**
 * What the page for owners tells about a live site, by its host name or that without `www`. Anybody may open that page, so
 * the store is asked once a minute, however many do.
 */
export function readSites({ sources, engine, store, isStandIn, originOf, now }: Deps) {
  let kept: { rows: ReturnType<typeof store.days>; until: number } | null = null;
  const rowsSince = (day: string) => {
    if (!kept || kept.until <= now()) kept = { rows: store.days(day), until: now() + KEPT_MS };
    return kept.rows;
  };

  return async (asked: string): Promise<ReadSite | null> => {
    const bare = (host: string) => host.replace(/^www\./, "");
    const hosts = ({ name, origins }: Source) =>
      Object.keys(origins).map((key) => new URL(originOf(name, key)).hostname);
    const source = sources.find((one) => !isStandIn(one.name) && hosts(one).some((host) => bare(host) === bare(asked)));
    const health = source && engine.health().find((one) => one.source === source.name);
    if (!health) return null;
    const days = Array.from({ length: DAYS }, (_, ago) => new Date(now() - ago * DAY_MS).toISOString().slice(0, 10));
    const rows = (await rowsSince(days.at(-1)!)).filter(({ operation }) =>
      operation.startsWith(`/api/${source.name}/`),
    );
    const { politeness, robots, stopped } = health;
    return {
      host: asked,
      ...politeness,
      robots,
      stopped,
      days: days.map((day) => ({
        day,
        pages: rows.filter((row) => row.day === day).reduce((sum, { pages }) => sum + Number(pages), 0),
      })),
    };
  };
}
