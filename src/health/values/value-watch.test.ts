import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReplay } from "../../../test/simulation/health/replayed-calls.ts";
import { answerOn, shop } from "../../../test/simulation/health/shop.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { acceptIncident } from "../decide.ts";

type Row = Record<string, unknown>;
const [operation] = shop.operations;
let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-values-"));
  store = await openStore({ dataDir, url: "" });
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const runs = Array.from({ length: 10 }, (_, nth) => answerOn(1, `${["lamps", "chairs"][nth % 2]} ${nth}`, 20));
const open = () =>
  openReplay(
    store,
    { source: shop, operation },
    () => answerOn(1, "lamps 0", 20),
    () => 0.5,
  );
type Replay = Awaited<ReturnType<typeof open>>;

async function calls(replay: Replay, times: number) {
  const outcomes = [];
  for (let nth = 0; nth < times; nth++) {
    replay.clock.advance(30_000);
    outcomes.push(await replay.call("one", runs[nth % runs.length]!));
  }
  return outcomes;
}

const changing = (name: string, change: (row: Row) => Row) => ({
  name,
  where: "list" as const,
  records: ({ records }: { records: Row[] }) => records.map(change),
});
const inCents = changing("x 100", (row) => ({ ...row, price: typeof row.price === "number" ? row.price * 100 : null }));
const openFields = async ({ health }: Replay) => (await health.store.openIncidents()).map(({ field }) => field);

test("doubtful values are delivered with a warning while the incident is open, and it ends by itself when they are back to normal", async () => {
  const replay = await open();
  await calls(replay, 60);
  replay.state.change = inCents;
  await calls(replay, 20);
  expect(await openFields(replay)).toEqual(["price"]);
  expect(await replay.call("other", runs[3]!)).toMatchObject({ error: null, warnings: ["drift:price"] });
  replay.state.change = null;
  await calls(replay, 10);
  expect(await openFields(replay)).toEqual([]);
  expect(await replay.call("other", runs[3]!)).toMatchObject({ warnings: [] });
  await replay.health.close();
});

test("nothing is lost in a restart: a new process names the change", async () => {
  const replay = await open();
  replay.clock.advance(86_400_000);
  replay.state.change = inCents;
  await calls(replay, 12);
  expect(await openFields(replay)).toEqual(["price"]);
  await replay.health.close();
});

test("values that an operator accepts become the usual ones", async () => {
  const replay = await open();
  replay.clock.advance(2 * 86_400_000);
  replay.state.change = inCents;
  await calls(replay, 12);
  const [incident] = await replay.health.store.openIncidents();
  await acceptIncident(store.db, replay.health, { no: incident!.no, by: "test", at: replay.clock.now() });
  await replay.health.refresh();
  await calls(replay, 60);
  expect(await openFields(replay)).toEqual([]);
  await replay.health.close();
});

test("an absurd vital field is an error, free of charge", async () => {
  await store.db.deleteFrom("health_baselines").execute();
  const replay = await open();
  await calls(replay, 60);
  replay.state.change = changing("one name for all", (row) => ({ ...row, name: "Thing" }));
  const outcomes = await calls(replay, 20);
  expect(outcomes.at(-1)!.error).toMatchObject({ status: 500, code: "unreadable" });
  await replay.health.close();
});
