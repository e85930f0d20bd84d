import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../scripts/support/percentile.ts";
import { StartedService } from "./support/started-service.ts";
import { type Suite, type Table, threshold } from "./support/suite.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const AT_ONCE = 8;

/** A source that somebody else wrote, with a reader that never ends. */
const manifest = `
import { countField, defineRequest, defineSource, flat, jsonPage, jsonRecord, operation, text, timeoutField } from "winnow-api/source";
import { challenge, json } from "winnow-api/stand-in";
const Thing = jsonRecord("EndlessThing", { id: text("id").filled("always").meaning("The site's ID.") });
const rows = jsonPage(Thing, { rows: "things" });
export default defineSource({
  name: "endless", title: "Endless", origins: { site: "https://endless.example" },
  politeness: { concurrency: 20, perSecond: 100 }, headers: {}, blockMarker: () => null,
  exampleRecords: { things: { "@type": "EndlessThing", id: "1" } },
  operations: [operation({
    path: "/api/endless/things", summary: "Things", description: "Things.", price: flat(1),
    request: defineRequest("EndlessThings", { count: countField(), timeout: timeoutField }),
    record: Thing, examples: [{ count: 1 }], echo: {}, pageSize: { unknown: "One page." },
    page: () => ({ path: "/things" }),
    read(answer, body, context) { if (body.count > 1) for (;;); return rows(answer, body, context); },
  })],
  canaries: { live: { things: [{ request: { count: 1 } }] } },
  standIn: async () => ({ answer: () => json({ things: [{ id: 1 }] }), challenge }),
});
`;

export default {
  name: "busy-readers",
  async run(): Promise<Table[]> {
    const service = await StartedService.start();
    try {
      await service.end();
      const folder = join(service.folder, "sources/endless");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "source.js"), manifest);
      await service.begin();
      const other = service.createKey("other@people.example", "growth");
      const search = (keyword: string) =>
        ["/api/nlretail/products/search", { keyword, count: 20, timeout: 20 }] as const;
      const endless = ["/api/endless/things", { count: 2, timeout: 20 }] as const;
      const look = () => watch(service, other, search("koffiezetapparaat"));
      await look();
      const quiet = await look();
      // The site makes the page.
      await post(service, service.key, search("enormous"));
      const besidePages = await beside(service, search("enormous"), look);
      const besideLoops = await beside(service, endless, look);
      return [table(quiet, besidePages, besideLoops)];
    } finally {
      await service.close();
    }
  },
} satisfies Suite;

type Call = readonly [path: string, body: object];

async function post({ port }: StartedService, key: string, [path, body]: Call): Promise<number> {
  const headers = { "content-type": "application/json", "access-token": key };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Looks at the service while eight callers repeat a call. */
async function beside(service: StartedService, call: Call, look: () => Promise<Seen>) {
  let isOver = false;
  const statuses = new Map<number, number>();
  const callers = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const status = await post(service, service.key, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const seen = await look();
  isOver = true;
  await Promise.all(callers);
  return { ...seen, statuses };
}

interface Seen {
  health: number[];
  calls: number[];
  failed: number;
}

/** How long `/health` and another account's calls take, one at a time each. */
async function watch(service: StartedService, key: string, call: Call): Promise<Seen> {
  const end = performance.now() + SECONDS * 1000;
  const seen: Seen = { health: [], calls: [], failed: 0 };
  const repeat = async (times: number[], work: () => Promise<number>) => {
    while (performance.now() < end) {
      const began = performance.now();
      if ((await work()) !== 200) seen.failed++;
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all([
    repeat(seen.health, async () => (await fetch(`http://127.0.0.1:${service.port}/health`)).status),
    repeat(seen.calls, () => post(service, key, call)),
  ]);
  return seen;
}

function table(quiet: Seen, ...busy: Array<Seen & { statuses: Map<number, number> }>): Table {
  const row = (what: string, { health, calls, failed }: Seen, statuses: string) => [
    what,
    percentile(health, 0.99),
    Math.max(...health),
    percentile(calls, 0.5),
    percentile(calls, 0.99),
    failed,
    statuses,
  ];
  const [pages, loops] = busy;
  const inWords = ({ statuses }: { statuses: Map<number, number> }) =>
    [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  const waits = busy.map(({ calls }) => percentile(calls, 0.99) - percentile(quiet.calls, 0.99));
  return {
    title: "Others beside eight callers whose pages take long, or whose reader never ends, in ms",
    columns: ["beside", "/health p99", "longest", "calls p50", "p99", "failed", "what the eight got"],
    rows: [
      row("nobody", quiet, ""),
      row("pages of 15 MiB of ever-different keys", pages!, inWords(pages!)),
      row("a reader that never ends", loops!, inWords(loops!)),
    ],
    notes: [threshold("ms that another account's calls wait longer at the 99th percentile", Math.max(...waits), 100)],
  };
}
