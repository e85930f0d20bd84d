import type { Incident } from "../../../src/health/types.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { randomOf } from "./random.ts";
import { openReplay } from "./replayed-calls.ts";
import { answerOn, type Category, categoriesOn, shop } from "./shop.ts";

const DAY_MS = 86_400_000;

export interface YearReport {
  calls: number;
  /** Incidents while the site was healthy: each is a false alarm. */
  falseAlarms: Incident[];
  /** Calls until prices a hundred times as high were detected; null if not within fifty. */
  namedAfter: number | null;
}

/**
 * A year at a healthy shop: seasons, four sales, three new categories, items that come and go, a busy December. One caller
 * makes six calls in ten, most of them the same twenty every day; eleven others vary their requests. For a week someone
 * requests antiques, which have few of the usual fields. Then prices grow a hundredfold.
 */
export async function simulateYear({
  store,
  seed,
  days,
  callsPerDay,
}: {
  store: Store;
  seed: number;
  days: number;
  callsPerDay: number;
}): Promise<YearReport> {
  const random = randomOf(seed);
  const [operation] = shop.operations;
  let day = 0;
  const canary = (request: Record<string, unknown>) => answerOn(day, "lamps 0", Number(request.count));
  const replay = await openReplay(store, { source: shop, operation }, canary, random);
  const whole = (below: number) => Math.floor(random() * below);

  function keywordOf(caller: number): string {
    const known = categoriesOn(day);
    // Seasonal categories are requested more.
    const category: Category =
      random() < 0.3 ? known[Math.floor(day / 30) % known.length]! : known[whole(known.length)]!;
    if (caller === 0 && random() < 0.8) return `${known[whole(20) % 3]} ${whole(7)}`;
    return `${category} ${whole(random() < 0.5 ? 10 : 300)}`;
  }

  async function call(): Promise<void> {
    const isOdd = day >= 120 && day < 127 && random() < 0.5;
    const caller = random() < 0.6 ? 0 : 1 + whole(11);
    const keyword = isOdd ? `antiques ${whole(300)}` : keywordOf(caller);
    const run = answerOn(day, keyword, caller === 0 ? 40 : 20);
    await replay.call(isOdd ? "odd" : `caller ${caller}`, run);
  }

  try {
    const start = replay.clock.now();
    for (day = 0; day < days; day++) {
      for (let nth = 0; nth < callsPerDay; nth++) {
        replay.clock.set(start + day * DAY_MS + nth * (DAY_MS / callsPerDay));
        await call();
      }
      await replay.health.canary(shop, operation);
    }
    const falseAlarms = (await replay.health.store.incidents(0)).filter(({ source }) => source === shop.name);
    replay.state.change = {
      name: "x 100",
      where: "list",
      records: ({ records }) =>
        records.map((one) => ({ ...one, price: typeof one.price === "number" ? one.price * 100 : null })),
    };
    let namedAfter: number | null = null;
    for (let nth = 1; nth <= 50 && namedAfter === null; nth++) {
      replay.clock.advance(60_000);
      await call();
      const open = await replay.health.store.openIncidents();
      if (
        open.some(
          ({ field, opened_at }) => field === "price" && opened_at >= start + days * DAY_MS - DAY_MS / callsPerDay,
        )
      )
        namedAfter = nth;
    }
    return { calls: days * callsPerDay, falseAlarms, namedAfter };
  } finally {
    await replay.health.close();
  }
}
