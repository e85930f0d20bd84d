import { Winnow } from "../../client/src/index.ts";
import { mostInWindow } from "../../test/simulation/sites/site-figures.ts";
import { toySource } from "../../test/support/toy-folder.ts";
import { openWorld } from "../chaos/world.ts";

/** One page per request. */
const source = toySource("toy").replace(/, \{ path: `[^`]*page=2` \}/, "");

/** A batch through the whole service: several processes on one PostgreSQL, and a site that serves one page a second. */
export async function drillSharedBatch({ items, processes }: { items: number; processes: number }): Promise<string> {
  const limits = { WINNOW_TOY_CONCURRENCY: "2", WINNOW_TOY_PER_SECOND: "1" };
  const world = await openWorld(limits, source);
  try {
    world.site.tookMs = 200;
    await world.startAll(processes);
    const { batches } = new Winnow({ url: world.url, key: world.key });
    const requests = Array.from({ length: items }, (_, at) => ({ shelf: `shelf-${at}`, count: 3 }));
    const beganAt = performance.now();
    const { id } = await batches.submit("toy/things" as string, requests);
    let batch = await batches.get(id);
    while (batch.status !== "finished" && performance.now() - beganAt < 180_000) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      batch = await batches.get(id);
    }
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
    const { arrived } = world.site;
    return `batch of ${items} on ${processes} processes at 1/s: ${JSON.stringify(batch.items)} in ${seconds} s, ${arrived.length} pages, most in 5 s ${mostInWindow(arrived)}, most at once ${world.site.takeMost()}`;
  } finally {
    await world.close();
  }
}
