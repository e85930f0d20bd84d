import { canariesOf, defaultsOf } from "../../../src/contract/canary.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import type { Source } from "../../../src/contract/source.ts";
import { standInFor } from "../../../src/source-kit/testing/stand-in-for.ts";

type Request = Record<string, unknown>;
type RecordRow = Record<string, unknown>;

/** The result of a real run against the stand-in. */
export interface RecordedRun {
  request: Request;
  records: RecordRow[];
  pages: number;
  total: number | null;
}

/** An operation with its stand-in's responses to many requests and to its canary. */
export interface RecordedOperation {
  source: Source;
  operation: Operation;
  runs: RecordedRun[];
  canaries: RecordedRun[];
}

const words = (text: string): string[] => text.split(" ");
const dates = ["2027-06-11", "2027-07-02", "2027-08-20"].map((checkin) => ({
  checkin,
  checkout: `${checkin.slice(0, 8)}27`,
}));
const cities = words("Lisbon Paris Rome Berlin Madrid Vienna Prague London Amsterdam Porto");

/** Requests with results at the stand-ins; `list` is the operation with pages, `detail` the one with numbers if it differs. */
const lists: Record<string, { path: string; requests: Request[] }> = {
  nlretail: {
    path: "products/search",
    requests: words(
      "koffie tafel boek fiets telefoon lamp koptelefoon tas horloge schoenen speelgoed koken thee grijs zwart wit",
    ).map((keyword) => ({ keyword, count: 60 })),
  },
  ruretail: {
    path: "products/search",
    requests: words(
      "ноутбук смартфон кофемашина телевизор чайник пылесос наушники монитор холодильник планшет утюг",
    ).map((query) => ({ query, count: 60 })),
  },
  bizbureau: {
    path: "businesses/search",
    requests: words(
      "plumber roofing dentist bakery lawyer electrician painter landscaping moving insurance Lopez Main",
    ).map((keyword) => ({ keyword, count: 40 })),
  },
  stays: {
    path: "hotels/search",
    requests: cities.flatMap((destination) => dates.map((stay) => ({ destination, ...stay, count: 40 }))),
  },
  hkproperty: {
    path: "estates/units",
    requests: [],
  },
  jobsboard: {
    path: "companies/search",
    requests: words("Holding Group Trading Services Engineering Ali Solutions International Consulting Al").map(
      (query) => ({
        query,
        count: 60,
      }),
    ),
  },
};

export interface RecordedSource {
  name: string;
  list: RecordedOperation;
  /** The same as the list if the list has the values. */
  detail: RecordedOperation;
}

/** Calls each stand-in once, over HTTP, through the real engine. */
export async function recordSource(source: Source): Promise<RecordedSource> {
  const bench = await standInFor(source);
  const find = (path: string) => source.operations.find((one) => one.path === `/api/${source.name}/${path}`)!;

  async function recorded(operation: Operation, body: Request): Promise<RecordedRun | null> {
    const run = bench.start(operation, body);
    const records = await Array.fromAsync(run).catch(() => []);
    if (records.length === 0) return null;
    const request = { ...defaultsOf(operation), ...body };
    return { request, records, pages: run.stats.pages, total: run.findings.total };
  }

  async function recordedOperation(path: string, requests: Request[]): Promise<RecordedOperation> {
    const operation = find(path);
    const runs = [];
    for (const request of requests) runs.push(await recorded(operation, request));
    const canaries = [];
    for (const { request } of canariesOf(source, operation, true))
      canaries.push(await recorded(operation, { count: 20, ...request, timeout: 60 }));
    return { source, operation, runs: runs.filter(isFound), canaries: canaries.filter(isFound) };
  }

  const recordsOf = async (path: string, request: Request) => (await recorded(find(path), request))?.records ?? [];
  try {
    const { path, requests } = lists[source.name]!;
    if (source.name === "hkproperty") {
      const estates = await recordsOf("estates/search", { query: "Garden", lang: "en", count: 14 });
      const list = await recordedOperation(
        path,
        estates.map(({ estate }) => ({ estate, lang: "en", count: 60 })),
      );
      const units = list.runs.flatMap(({ records }) => records.filter(({ unit }) => unit !== null).slice(0, 2));
      const detail = await recordedOperation(
        "valuations",
        units.map(({ unit }) => ({ unit, lang: "en" })),
      );
      return { name: source.name, list, detail };
    }
    const list = await recordedOperation(path, requests);
    if (source.name !== "jobsboard") return { name: source.name, list, detail: list };
    const companies = list.runs.flatMap(({ records }) => records.slice(0, 3));
    const detail = await recordedOperation(
      "companies",
      companies.map(({ url }) => ({ company: url })),
    );
    return { name: source.name, list, detail };
  } finally {
    await bench.close();
  }
}

const isFound = (run: RecordedRun | null): run is RecordedRun => run !== null;
