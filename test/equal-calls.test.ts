import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashSecret } from "../src/accounts/key-secret.ts";
import { openStore } from "../src/store/open-store.ts";
import { openPlan } from "./support/metering/open-plan.ts";
import { storeFolder } from "./support/store/store-folder.ts";
import { freshDatabase } from "./support/store/stores.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";
import { type Serving, startServing } from "./support/trace/serving.ts";

const PRICE = 6;

/** The one site of all processes. It counts how often the first page of each shelf was read. */
async function startSite() {
  const reads = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://site");
    const [shelf, page] = [pathname.split("/").at(-1)!, Number(searchParams.get("page"))];
    if (page === 1) reads.set(shelf, (reads.get(shelf) ?? 0) + 1);
    const things = Array.from({ length: 10 }, (_, i) => ({ id: String((page - 1) * 10 + i), name: `thing ${i}` }));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ things }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { reads, origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("one of 100 equal calls at three processes of one database asks the site and pays, and other accounts ask for themselves", async () => {
  const [site, url, folder] = [
    await startSite(),
    await freshDatabase(),
    await sourcesFolder({ toyshelf: toySource("toyshelf") }),
  ];
  const [processes, folders]: [Serving[], string[]] = [[], [folder]];
  const plans = join(folder, "plans.json");
  await writeFile(plans, JSON.stringify({ ...openPlan(0), pro: openPlan(1_000_000).free }));
  try {
    for (let nth = 0; nth < 3; nth++) {
      const dataDir = await storeFolder("equal");
      folders.push(dataDir);
      const env = { DATABASE_URL: url, PLANS_FILE: plans, AUTH_SECRET: "a secret of three processes of one database" };
      const origin = { WINNOW_TOYSHELF_ORIGIN: site.origin, WINNOW_TOYSHELF_PER_SECOND: "100" };
      processes.push(await startServing(folder, { ...env, ...origin, DATA_DIR: dataDir }));
    }
    const [key, other, third] = processes.map((one) => one.key) as [string, string, string];
    /** Sends the calls to the processes in turn, and gives what each was charged. */
    const race = async (shelf: string, cacheControl: string | null, by: string, calls: number): Promise<number[]> =>
      Promise.all(
        Array.from({ length: calls }, async (_, nth) => {
          const ask = () =>
            fetch(`${processes[nth % 3]!.address}/api/toyshelf/things`, {
              method: "POST",
              headers: {
                "access-token": by,
                "content-type": "application/json",
                ...(cacheControl && { "cache-control": cacheControl }),
              },
              body: JSON.stringify({ shelf, count: 12 }),
            });
          let answer = await ask();
          // A process that a busy machine slows down refuses calls, free of charge.
          while (answer.status === 503) answer = await ask();
          expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 12]);
          return Number(answer.headers.get("x-credits-charged"));
        }),
      );
    const onlyOne = (calls: number) => [...Array<number>(calls - 1).fill(0), PRICE];
    for (let round = 0; round < 2; round++) {
      const shelf = `raced-${round}`;
      const raced = await Promise.all([race(shelf, "max-age=600", key, 100), race(shelf, "max-age=600", other, 50)]);
      expect(raced.map((charges) => charges.sort((a, b) => a - b))).toEqual([onlyOne(100), onlyOne(50)]);
      expect(site.reads.get(shelf)).toBe(2);
    }
    // A call that allows no age asks for itself, also beside those that do.
    const [live, fresh] = await Promise.all([race("live", null, third, 9), race("live", "max-age=600", third, 30)]);
    expect(live).toEqual(Array(9).fill(PRICE));
    expect(fresh.reduce((sum, charge) => sum + charge)).toBeLessThanOrEqual(PRICE);
    const charged = [2 * PRICE, 2 * PRICE, (site.reads.get("live") ?? 0) * PRICE];
    const store = await openStore({ dataDir: folders[1]!, url });
    try {
      for (const [nth, secret] of [key, other, third].entries()) {
        const spent = await store.db
          .selectFrom("api_keys")
          .where("hash", "=", hashSecret(secret))
          .select(["spent", "held"])
          .executeTakeFirstOrThrow();
        expect(spent).toEqual({ spent: charged[nth], held: 0 });
      }
    } finally {
      await store.close();
    }
  } finally {
    for (const { process } of processes) {
      process.send("close");
      await (process.exitCode === null && once(process, "exit"));
    }
    site.close();
    for (const one of folders) await rm(one, { recursive: true, force: true });
  }
});
