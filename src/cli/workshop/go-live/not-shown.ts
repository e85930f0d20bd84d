import type { Source } from "../../../contract/source.ts";
import type { SourceHealth } from "../../../extraction/types.ts";

/** A wall that was met, by its sign. */
export interface MetWall {
  route: string;
  sign: string;
}

/** What each route cost and achieved, and the signs of the walls that were met. */
export function routeLines({ routes }: Pick<SourceHealth, "routes">, walls: readonly MetWall[]): string[] {
  const met = new Map<string, number>();
  for (const { route, sign } of walls) met.set(`${route}: ${sign}`, (met.get(`${route}: ${sign}`) ?? 0) + 1);
  return [
    ...routes.map(({ name, requests, ok, walls: count, ms, bytes }) =>
      requests === 0
        ? `  ${name}: not used`
        : `  ${name}: ${requests} requests, ${ok} pages read, ${count} walls; on average ${ms} ms and ${bytes} bytes`,
    ),
    ...[...met].map(([wall, times]) => `  wall at ${wall}${times > 1 ? ` (${times} times)` : ""}`),
  ];
}

interface Shown {
  source: Pick<Source, "goingLive">;
  isStandIn: boolean;
  health: Pick<SourceHealth, "routes">;
  walls: readonly MetWall[];
  warnings: ReadonlySet<string>;
  hasEmptyResult: boolean;
}

/** What this try cannot speak for, so that nobody takes “proven” for more than it is. */
export function notShownYet({ source, isStandIn, health, walls, warnings, hasEmptyResult }: Shown): string[] {
  const fallbacks = [...warnings].filter((code) => code.startsWith("fallback:")).map((code) => code.split(":")[1]);
  const unused = health.routes.filter(({ requests }) => requests === 0).map(({ name }) => name);
  return [
    ...(isStandIn ? ["anything about a live site: this was the stand-in"] : []),
    ...(source.goingLive ? [`what the source itself calls uncertain: ${source.goingLive.uncertain}`] : []),
    ...fallbacks.map((form) => `the usual form of its pages (${form}): it could not be read, another was`),
    ...(walls.length === 0 ? ["a wall: none was met, so it is not known what one looks like here"] : []),
    ...unused.map((name) => `the route ${name}: it was not used`),
    ...(hasEmptyResult ? [] : ["a search without results: no canary is one"]),
    "how it behaves under load, over days, or when it asks to slow down (429, Retry-After)",
  ];
}
