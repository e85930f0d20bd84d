import type { Source } from "../../../src/contract/source.ts";
import type { Incident } from "../../../src/health/types.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { asCaptured, capturedRows } from "./captured-rows.ts";
import { seededRandom } from "./random.ts";
import { sampleRequests } from "./requests.ts";
import { type SiteChange, siteChanges } from "./site-changes.ts";
import type { SiteRow } from "./site-pages.ts";
import { drawVariant } from "./variants.ts";
import { watchedSite } from "./watched-site.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface YearReport {
  calls: number;
  /** Calls with a warning while the site was well. */
  warned: number;
  /** Incidents while the site was well: each is a false alarm. */
  falseAlarms: Incident[];
  /** Calls until prices a hundred times as high were named; null if not within ten. */
  named: number | null;
}

/** Sources whose numbers are prices. Ratings, followers and valuations are not for sale. */
const shops: ReadonlySet<string> = new Set(["nlretail", "ruretail", "stays"]);

/**
 * A year at a healthy site: its rows have the values of saved pages where there are some, prices follow the season and move
 * one by one, a subject has a sale of a fifth off now and then, values go missing, and days are told in words that move on.
 * One caller repeats one request every day. Another changes the subject, the number of records and the filters. A hostile
 * one tries to invent a change, with every parameter of the first one's request, and to hide the one that comes at last.
 */
export async function simulateYear(
  store: Store,
  source: Source,
  { seed, days, callsPerDay }: { seed: number; days: number; callsPerDay: number },
): Promise<YearReport> {
  const random = seededRandom(seed);
  const site = await watchedSite(store, source, random);
  const { list, detail } = await sampleRequests(source.name, site);
  const whole = (below: number) => Math.floor(random() * below);
  let day = 0;
  const captured = capturedRows(source.name);
  const asSaved = (rows: SiteRow[]): SiteRow[] => {
    for (const row of rows) asCaptured(row, captured, chanceOf);
    return rows;
  };
  const seasons: SiteChange = {
    name: "a season",
    where: "list",
    rows: (rows, { list: address }) => seasonal(asSaved(rows), day, isSale(address)),
  };
  const subjects = list.bodies.map(({ keyword, query, destination }) => String(keyword ?? query ?? destination));
  /** The same for all lists of a subject: a product has one price. */
  function isSale(address: string): boolean {
    const isIn = (subject: string) => address.includes(subject) || address.includes(encodeURIComponent(subject));
    const subject = subjects.find(isIn) ?? address;
    return shops.has(source.name) && chanceOf(`${subject} sale ${period(day, 15, subject)}`) < 0.1;
  }
  const report: YearReport = { calls: 0, warned: 0, falseAlarms: [], named: null };
  const call = async (caller: string, where: typeof list, body: Record<string, unknown>) => {
    report.calls++;
    return site.call(caller, where.operation, body);
  };

  /** The lonely caller's request with other parameters, the same one twice, or another subject. */
  async function hostileCall(): Promise<void> {
    const where = random() < 0.5 ? detail : list;
    const body = where.bodies[random() < 0.5 ? 0 : whole(where.bodies.length)]!;
    await call("hostile", where, random() < 0.8 ? drawVariant(where.operation, body, random) : body);
  }

  async function ordinaryCall(nth: number): Promise<void> {
    const lonely = await call("lonely", detail, detail.bodies[0]!);
    const where = random() < 0.5 ? list : detail;
    const body = { ...where.bodies[nth === 0 ? 1 : whole(where.bodies.length)]! };
    if (body.count !== undefined && random() < 0.3) body.count = 1 + whole(60);
    const other = await call("wanderer", where, body);
    await hostileCall();
    report.warned += [lonely, other].filter(({ warnings }) => warnings.length > 0).length;
  }

  try {
    site.state.change = seasons;
    for (day = 0; day < days; day++) {
      for (const { operation } of new Set([list, detail])) await site.canary(operation);
      for (let nth = 0; nth < callsPerDay / 2; nth++) {
        await ordinaryCall(nth);
        site.clock.ahead += DAY_MS / (callsPerDay / 2);
      }
    }
    report.falseAlarms = await site.health.store.incidents(0);
    const absurd = siteChanges.find(({ name }) => name === "numbers x 100")!;
    site.state.change = {
      ...absurd,
      rows: (rows, page) => absurd.rows!(seasonal(asSaved(rows), day, isSale(page.list)), page),
    };
    for (let nth = 1; nth <= 10 && report.named === null; nth++) {
      site.clock.ahead += HOUR_MS / 4;
      for (const { operation } of new Set([list, detail])) await site.canary(operation);
      for (let call = 0; call < 3; call++) await hostileCall();
      await site.call("lonely", detail.operation, detail.bodies[0]!);
      if (
        (await site.health.store.openIncidents()).length >
        report.falseAlarms.filter((one) => one.closed_at === null).length
      )
        report.named = nth;
    }
    return report;
  } finally {
    await site.close();
  }
}

/** Periods of so many days. Not all things change on the same day. */
const period = (day: number, days: number, thing: string): number =>
  Math.floor(day / days + chanceOf(`${thing} period`));

/** The rows of a list on a day. */
function seasonal(rows: SiteRow[], day: number, isSale: boolean): SiteRow[] {
  const chance = (...about: unknown[]) => chanceOf(about.join(" "));
  for (const row of rows) {
    const text = String(row.get("text") ?? "");
    const number = row.get("number");
    const price = Number(String(number ?? "").replaceAll(",", ""));
    if (number !== undefined && number !== null && price > 0) {
      const season = 1 + 0.1 * Math.sin((2 * Math.PI * (day + 365 * chance(text))) / 365);
      const own = 0.9 + 0.2 * chance(text, period(day, 10, text));
      const factor = season * own * (isSale ? 0.8 : 1);
      row.set("number", price > 100 ? Math.round(price * factor) : Math.round(price * factor * 100) / 100);
    }
    const date = row.get("date");
    if (typeof date === "string" && /^\p{L}/u.test(date)) {
      row.set("date", ["Morgen in huis", "Overmorgen in huis", "Volgende week"][(day + text.length) % 3]);
    }
    if (chance(text, "rating", period(day, 30, text)) < 0.04) row.set("optional", null);
  }
  return rows;
}

/** FNV-1a, as a number between 0 and 1. */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
