import type { Operation } from "../../../src/contract/operation.ts";
import type { watchedSite } from "./watched-site.ts";

type Body = Record<string, unknown>;
type Site = Awaited<ReturnType<typeof watchedSite>>;

export interface Asked {
  operation: Operation;
  bodies: Body[];
}

const words = (text: string): string[] => text.split(" ");
const dates = ["2027-06-11", "2027-07-02", "2027-08-20"].map((checkin) => ({
  checkin,
  checkout: `${checkin.slice(0, 8)}27`,
}));
const cities = words("Paris Rome Berlin Madrid Vienna Prague London Amsterdam Porto Lisbon");

/** Requests with results at the stand-ins; the first is not the canary's. */
const lists: Record<string, [path: string, bodies: Body[]]> = {
  nlretail: [
    "products/search",
    words("lamp tafel boek fiets telefoon koffie koptelefoon tas horloge schoenen speelgoed koken").map((keyword) => ({
      keyword,
      count: 60,
    })),
  ],
  ruretail: [
    "products/search",
    words("чайник смартфон телевизор пылесос наушники монитор холодильник планшет утюг ноутбук").map((query) => ({
      query,
      count: 60,
    })),
  ],
  bizbureau: [
    "businesses/search",
    words("dentist roofing bakery lawyer electrician painter landscaping moving insurance plumber").map((keyword) => ({
      keyword,
      count: 40,
    })),
  ],
  stays: ["hotels/search", dates.flatMap((stay) => cities.map((destination) => ({ destination, ...stay, count: 40 })))],
  jobsboard: [
    "companies/search",
    words("Trading Holding Services Engineering Ali Solutions International Consulting Al Group").map((query) => ({
      query,
      count: 60,
    })),
  ],
};

/** What callers of a source ask for: lists, and the pages that have the values. */
export async function sampleRequests(source: string, site: Site): Promise<{ list: Asked; detail: Asked }> {
  const find = async (path: string, body: Body) => (await site.call("setup", site.operationAt(path), body)).records;
  if (source === "hkproperty") {
    const estates = await find("estates/search", { query: "Garden", lang: "en", count: 12 });
    const list = {
      operation: site.operationAt("estates/units"),
      bodies: estates.map(({ estate }) => ({ estate, lang: "en", count: 60 })),
    };
    const units = Array.from({ length: 12 }, (_, nth) => ({ unit: `D${2_000_000 + 31 * (nth + 1)}`, lang: "en" }));
    return { list, detail: { operation: site.operationAt("valuations"), bodies: units } };
  }
  const [path, bodies] = lists[source]!;
  const list = { operation: site.operationAt(path), bodies };
  if (source !== "jobsboard") return { list, detail: list };
  const companies = (await find(path, { query: "Group", count: 18 })).slice(6);
  return {
    list,
    detail: { operation: site.operationAt("companies"), bodies: companies.map(({ id }) => ({ company: String(id) })) },
  };
}
