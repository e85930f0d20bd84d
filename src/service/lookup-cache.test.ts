import { beforeAll, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { noFacts } from "../contract/answer-facts.ts";
import type { Operation } from "../contract/operation.ts";
import { compileRequest } from "../contract/reading/read-request.ts";
import { createIncidentStore } from "../health/incident-store.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { packBody } from "../store/packing.ts";
import { type CachedCall, createLookupCache, type GoodAnswer, type LookupCache } from "./lookup-cache.ts";

const DAY_MS = 86_400_000;
const source = toySource();
const operation: Operation = { ...source.operations[0], cache: { seconds: 86_400, ignoreCase: ["query"] } };

const call = (request: Record<string, unknown>, over: Partial<CachedCall> = {}): CachedCall => ({
  entry: { source, operation, name: "toy/rows", read: compileRequest(operation.request) },
  request: { timeout: 300, count: 5, ...request },
  options: {},
  ...over,
});
const otherForm = (change: Partial<Operation>): Partial<CachedCall> => ({
  entry: { ...call({}).entry, operation: { ...operation, ...change } },
});
const answer = (body: string, over: Partial<GoodAnswer> = {}): GoodAnswer => ({
  body: Buffer.from(body),
  results: 1,
  facts: { ...noFacts, resultsEnd: "exhausted", resultsTotal: 7, resolved: { place: "Línea" } },
  warc: null,
  ...over,
});
const text = (found: GoodAnswer | null) => found && Buffer.from(found.body).toString();

describeOnDrawnStores("the lookup cache", (fresh) => {
  const metered = useMetered(fresh);
  const { clock } = metered;
  let here: LookupCache;
  let there: LookupCache;
  beforeAll(async () => {
    const originOf = () => "https://toy.example";
    here = createLookupCache({ db: metered.store.db, clock, originOf, maxPerSource: 30 });
    there = createLookupCache({ db: (await fresh.open()).db, clock, originOf });
  });

  test("a response stored by one process is returned by another, with its facts and age, for a day", async () => {
    await here.keep(call({ query: "shared" }), answer('[{"id":1}]'));
    clock.advance(61_999);
    const found = await there.find(call({ query: "shared" }));
    expect(text(found)).toBe('[{"id":1}]');
    expect(found).toMatchObject({ results: 1, facts: { ...answer("").facts, age: 61 } });
    clock.advance(DAY_MS - 62_000);
    expect(await there.find(call({ query: "shared" }))).not.toBeNull();
    clock.advance(1);
    expect(await there.find(call({ query: "shared" }))).toBeNull();
  });

  test("a response is given to nobody that came before the end of an incident about values, or warns of them", async () => {
    const asked = call({ query: "wrong ids" });
    await here.keep(asked, answer("[1]"));
    const about = { source: "toy", operation: operation.path, kind: "drift" as const, field: "name", blocking: false };
    const incidents = createIncidentStore(metered.store.db);
    const details = { measure: "traded" as const };
    const no = (await incidents.openIncident({ ...about, reason: "", details }, clock.now()))!;
    await here.keep(call({ query: "meanwhile" }), answer("[2]"));
    expect([await there.find(asked), await there.find(call({ query: "meanwhile" }))]).toEqual([null, null]);
    clock.advance(1_000);
    await incidents.closeIncident(no, clock.now());
    expect([await there.find(asked), await there.find(call({ query: "meanwhile" }))]).toEqual([null, null]);
    clock.advance(1);
    await here.keep(asked, answer("[3]"));
    expect(text(await there.find(asked))).toBe("[3]");
    const warned = answer("[4]", { facts: { ...answer("").facts, warnings: ["drift:name"] } });
    await here.keep(call({ query: "warned" }), warned);
    expect(await there.find(call({ query: "warned" }))).toBeNull();
  });

  test("the same query in other letter case is the same; another query, site or record schema is not", async () => {
    await here.keep(call({ query: "São  Paulo ", city: "Aa" }), answer("[1]"));
    const asked = (request: object, over = {}) => here.find(call({ city: "Aa", ...request }, over)).then(text);
    expect(await asked({ query: " sa\u0303o paulo" })).toBe("[1]");
    expect(await asked({ query: "são paulo", timeout: 20 })).toBe("[1]");
    expect(await asked({ query: "são paulo", count: 6 })).toBeNull();
    expect(await asked({ query: "são paulo", city: "aa" })).toBeNull();
    expect(await asked({ query: "são paulo" }, otherForm({ record: { title: "New" } as never }))).toBeNull();
    expect(await asked({ query: "são paulo" }, otherForm({ path: "/api/toy/others" }))).toBeNull();
    const elsewhere = createLookupCache({ db: metered.store.db, clock, originOf: () => "https://other.example" });
    expect(await elsewhere.find(call({ query: "são paulo", city: "Aa" }))).toBeNull();
  });

  test("requests are distinguished by each field and its type, whatever their order", async () => {
    await here.keep(call({ query: "x", city: "5", tags: ["A  b"] }), answer("[1]"));
    const asked = (request: object) => here.find({ ...call({}), request: request as never }).then(text);
    expect(await asked({ tags: ["A b "], city: "5", query: "X", count: 5 })).toBe("[1]");
    expect(await asked({ tags: ["a b"], city: "5", query: "x", count: 5 })).toBeNull();
    expect(await asked({ tags: ["A b"], city: 5, query: "x", count: 5 })).toBeNull();
    expect(await asked({ tags: ["A b"], query: "x", count: 5 })).toBeNull();
  });

  test("a response stored again is returned in its new form", async () => {
    await here.keep(call({ query: "twice" }), answer("[1]", { results: 1 }));
    clock.advance(7_000);
    await here.keep(call({ query: "twice" }), answer("[1,2]", { results: 2 }));
    expect(await here.find(call({ query: "twice" }))).toMatchObject({ results: 2, facts: { age: 0 } });
    // A clock that is set back gives no negative age.
    clock.set(clock.now() - 5_000);
    expect(await here.find(call({ query: "twice" }))).toMatchObject({ facts: { age: 0 } });
    clock.set(clock.now() + 5_000);
  });

  test("a cache duration below five minutes also applies to empty results", async () => {
    const short = (query: string) => call({ query }, otherForm({ cache: { seconds: 60, ignoreCase: [] } }));
    await here.keep(short("brief"), answer("[]", { results: 0 }));
    clock.advance(59_999);
    expect(await here.find(short("brief"))).not.toBeNull();
    clock.advance(1);
    expect(await here.find(short("brief"))).toBeNull();
  });

  test("half a mebibyte is stored, evidence included; a byte more is not", async () => {
    const packed = (await packBody(Buffer.from("[1]"))).length;
    const warc = new Uint8Array(512 * 1024 - packed);
    await here.keep(call({ query: "large" }), answer("[1]", { warc }));
    expect(await here.find(call({ query: "large" }))).not.toBeNull();
    await here.keep(call({ query: "larger" }), answer("[1]", { warc: new Uint8Array(warc.length + 1) }));
    expect(await here.find(call({ query: "larger" }))).toBeNull();
  });

  test("an empty result is cached for five minutes", async () => {
    await here.keep(call({ query: "nowhere" }), answer("[]", { results: 0 }));
    clock.advance(299_999);
    expect(await here.find(call({ query: "nowhere" }))).not.toBeNull();
    clock.advance(1);
    expect(await here.find(call({ query: "nowhere" }))).toBeNull();
  });

  test("a caller may limit the age, and keep their own response out of the cache", async () => {
    await here.keep(call({ query: "old" }), answer("[1]"));
    clock.advance(10_000);
    const within = (maxAge: number) => here.find(call({ query: "old" }, { options: { max_age: maxAge } })).then(text);
    expect([await within(10), await within(9), await within(0)]).toEqual(["[1]", null, null]);
    await here.keep(call({ query: "secret" }, { options: { no_store: true } }), answer("[2]"));
    expect(await here.find(call({ query: "secret" }))).toBeNull();
  });

  test("a response stored with evidence returns it; one without does not satisfy a call that requests it", async () => {
    await here.keep(call({ query: "plain" }), answer("[1]"));
    expect(await here.find(call({ query: "plain" }, { options: { evidence: "keep" } }))).toBeNull();
    await here.keep(
      call({ query: "plain" }, { options: { evidence: "keep" } }),
      answer("[1]", { warc: Buffer.from("warc") }),
    );
    const found = await there.find(call({ query: "plain" }, { options: { evidence: "keep" } }));
    expect(Buffer.from(found!.warc!).toString()).toBe("warc");
  });

  test("an operation without cache terms stores nothing, and is given nothing", async () => {
    const { cache: _none, ...without } = operation;
    const uncached = otherForm({});
    uncached.entry = { ...uncached.entry!, operation: without };
    await here.keep(call({ query: "x" }, uncached), answer("[1]"));
    expect(await here.find(call({ query: "x" }))).toBeNull();
    expect(await here.find(call({ query: "x" }, uncached))).toBeNull();
    await here.keep(call({ query: "x" }), answer("[1]"));
    expect(await here.find(call({ query: "x" }, uncached))).toBeNull();
  });

  test("a source has a capped number of entries, the oldest are evicted first; one that is too large is not stored", async () => {
    for (let at = 0; at < 33; at++) {
      clock.advance(1);
      await here.keep(call({ query: `row ${at}` }), answer(`[${at}]`));
    }
    const rows = await metered.store.db.selectFrom("lookup_answers").select("key").execute();
    expect(rows).toHaveLength(30);
    expect(await here.find(call({ query: "row 2" }))).toBeNull();
    expect(text(await here.find(call({ query: "row 3" })))).toBe("[3]");
    const other = { entry: { ...call({}).entry, source: { ...source, name: "other" } } };
    await here.keep(call({ query: "elsewhere" }, other), answer("[1]"));
    expect(text(await here.find(call({ query: "row 3" })))).toBe("[3]");
    await here.keep(call({ query: "huge" }), answer("[1]", { warc: new Uint8Array(600_000) }));
    expect(await here.find(call({ query: "huge" }))).toBeNull();
  });

  test("maintenance deletes expired entries", async () => {
    clock.advance(DAY_MS);
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect(await metered.store.db.selectFrom("lookup_answers").select("key").execute()).toEqual([]);
  });
});
