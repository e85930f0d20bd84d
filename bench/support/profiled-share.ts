import { type Profiler, Session } from "node:inspector/promises";

/** What watches: health, metrics, traces, and the parts that they alone use. */
const WATCHING =
  /\/src\/(?:health\/|open-health|tracing|base\/token-bucket|extraction\/field-fill)|\/node_modules\/(?:prom-client|@opentelemetry)\//;
const IDLE = new Set(["(idle)", "(program)"]);

/** Profiles this thread; returns what ends it and says which share of its work was watching. */
export async function startProfile(): Promise<() => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    return shareOf(profile);
  };
}

/** By samples: each counts for the nearest file of its stack, so that a built-in counts for who called it. */
function shareOf({ nodes, samples = [] }: Profiler.Profile): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const fileOf = (id: number | undefined): string => {
    const url = id === undefined ? "" : byId.get(id)!.callFrame.url;
    return id === undefined || url.startsWith("file:") ? url : fileOf(parents.get(id));
  };
  const busy = samples.filter((id) => !IDLE.has(byId.get(id)!.callFrame.functionName));
  const watching = new Set(nodes.filter(({ id }) => WATCHING.test(fileOf(id))).map(({ id }) => id));
  return busy.filter((id) => watching.has(id)).length / Math.max(1, busy.length);
}
