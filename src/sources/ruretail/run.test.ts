import { afterEach, expect, test } from "vitest";
import type { StandInCall, StandInReply } from "../../contract/stand-in.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import source from "./source.ts";

const operation = source.operations[0];
let bench: StandInBench;
afterEach(() => bench.close());

/** A site that behaves like the stand-in, except for the test's changes. */
async function site(
  bend: (call: StandInCall, answer: (call: StandInCall) => Promise<StandInReply>) => Promise<StandInReply>,
) {
  const standIn = await source.standIn();
  bench = await standInFor({
    ...source,
    politeness: { concurrency: 8, perSecond: 1_000 },
    standIn: async () => ({ ...standIn, answer: (call) => bend(call, async (inner) => standIn.answer(inner)) }),
  });
  return (body: Record<string, unknown>) => bench.run(operation, { query: "кофемашина", count: 10, ...body });
}

const isSearch = ({ url }: StandInCall) => url.pathname === "/graphql/";

/** Changes the variables of the search before the site sees them. */
function withInput(call: StandInCall, change: (input: any) => void): StandInCall {
  const body = JSON.parse(call.body);
  change(body.variables.fullSearchProductsFilterInput);
  return { ...call, body: JSON.stringify(body) };
}

/** Changes the result object of the search's response. */
async function withRecord(reply: Promise<StandInReply>, change: (record: any) => void): Promise<StandInReply> {
  const { body, ...rest } = await reply;
  const answer = JSON.parse(body as string);
  const [result] = Object.values<{ record: unknown }>(answer.data);
  change(result!.record);
  return { ...rest, body: JSON.stringify(answer) };
}

test.each<[string, Record<string, unknown>, Array<string | number>]>([
  ["availability", { availability: ["pickup"] }, ["availability", 0]],
  ["status", { status: ["hit"] }, ["status", 0]],
  ["min_rating", { min_rating: "4.0" }, ["min_rating"]],
  ["min_discount", { min_discount: "10" }, ["min_discount"]],
  ["brands", { brands: ["Philips"] }, ["brands", 0]],
  ["filters", { filters: ["6551_655:6551_655rozhkovaya"] }, ["filters", 0]],
  ["price_min", { price_min: 30_000 }, ["price_min"]],
  ["price_max", { price_max: 30_000 }, ["price_max"]],
])("%s that the site ignores is rejected, not answered with other records", async (_, body, loc) => {
  const run = await site((call, answer) =>
    answer(isSearch(call) ? withInput(call, (input) => Object.assign(input, { conditions: [] })) : call),
  );
  await expect(run(body)).rejects.toMatchObject({
    status: 422,
    detail: [{ type: "value_error", loc: ["body", ...loc] }],
  });
});

test("a response that does not report its filters is rejected if filters were requested", async () => {
  const run = await site((call, answer) =>
    isSearch(call) ? withRecord(answer(call), (record) => delete record.groups) : answer(call),
  );
  await expect(run({ min_rating: "4.0" })).rejects.toMatchObject({ status: 422 });
  expect(await run({})).toHaveLength(10);
});

test("a brand with a different id at the site is requested by that id", async () => {
  const swapped: Record<string, string> = { philips: "philips-avent", "philips-avent": "philips" };
  const rename = (id: string) => swapped[id] ?? id;
  const run = await site((call, answer) => {
    if (!isSearch(call)) return answer(call);
    const requested = withInput(call, ({ conditions }) => {
      conditions[0].filterIds = conditions[0].filterIds.map(rename);
    });
    return withRecord(answer(requested), ({ groups }) => {
      for (const { name, filter } of groups) {
        if (name === "Бренд") for (const option of filter.filters) option.id = rename(option.id);
      }
    });
  });
  const records = await run({ brands: ["Philips"] });
  expect(records).toHaveLength(10);
  for (const { brand } of records) expect(brand).toMatchObject({ name: "PHILIPS" });
});

test("the first page instead of the second is unreadable, not a shorter list", async () => {
  const run = await site((call, answer) => {
    if (!isSearch(call)) return answer(call);
    let requested = 0;
    const shifted = withInput(call, ({ pagination }) => {
      requested = pagination.page;
      pagination.page = Math.max(1, requested - 1);
    });
    return withRecord(answer(shifted), ({ pageInfo }) => Object.assign(pageInfo, { page: requested }));
  });
  await expect(run({ count: 60 })).rejects.toMatchObject({ code: "unreadable" });
});

test("a response that does not say which page it is proves nothing", async () => {
  const run = await site((call, answer) =>
    isSearch(call) ? withRecord(answer(call), (record) => delete record.pageInfo) : answer(call),
  );
  await expect(run({ count: 1_000 })).rejects.toMatchObject({
    detail: expect.stringContaining("page number is missing"),
  });
});

test("a page with the wrong number is not used", async () => {
  const run = await site((call, answer) =>
    answer(isSearch(call) ? withInput(call, ({ pagination }) => Object.assign(pagination, { page: 1 })) : call),
  );
  await expect(run({ count: 100 })).rejects.toMatchObject({ detail: expect.stringContaining("the first page again") });
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
  ["text", { query: "смартфон" }, { query: "ноутбук" }, 'its search text is "ноутбук" instead of "смартфон"'],
  ["city", { city: "spb_cl" }, {}, "its digest of city, order and filters is"],
  ["order", { sort: "price_asc" }, {}, "its digest of city, order and filters is"],
  ["filter", { min_rating: "4.5" }, {}, "its digest of city, order and filters is"],
])("the response to another %s is unreadable: the caller is not to blame", async (_, asked, answered, words) => {
  let kept: Promise<StandInReply> | null = null;
  const run = await site((call, answer) => {
    if (!isSearch(call)) return answer(call);
    kept ??= answer(call);
    return kept;
  });
  expect(await run(answered)).toHaveLength(10);
  await expect(run(asked)).rejects.toMatchObject({ status: 500, detail: expect.stringContaining(words) });
});

test("a response under the site's own name does not show what it answers", async () => {
  const run = await site(async (call, answer) => {
    const { body, ...rest } = await answer(call);
    return { ...rest, body: String(body).replace(/"fullSearchFilter\w+"/, '"fullSearchFilter"') };
  });
  await expect(run({})).rejects.toMatchObject({ detail: expect.stringContaining("search text is missing") });
});

test("a response for another city than requested is rejected", async () => {
  const run = await site(async (call, answer) => {
    if (!isSearch(call)) return { status: 404, body: "<html><body>gone</body></html>" };
    const { body, ...rest } = await answer(call);
    const { data } = JSON.parse(body as string);
    return { ...rest, body: JSON.stringify({ data: { ...data, city: { id: "msk_cl", name: "Москва" } } }) };
  });
  await expect(run({ city: "spb_cl" })).rejects.toMatchObject({ detail: [{ loc: ["body", "city"] }] });
  expect(await run({ city: "msk_cl" })).toHaveLength(10);
});

test("a site that rejects the richer document gets the plain one, once; the next search starts with it", async () => {
  const run = await site((call, answer) =>
    isSearch(call) && call.body.includes("isFairPrice")
      ? Promise.resolve({
          status: 400,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ errors: [{ message: 'Cannot query field "isFairPrice"' }] }),
        })
      : answer(call),
  );
  const records = await run({ count: 60 });
  expect(records).toHaveLength(60);
  expect(records[0]).toMatchObject({ is_fair_price: null, brand: { id: null, name: expect.any(String) } });
  expect(bench.calls.filter(isSearch)).toHaveLength(3);
  bench.calls.length = 0;
  await run({});
  expect(bench.calls.filter(isSearch)).toHaveLength(1);
});

test("a run's findings: the total and the city", async () => {
  await site((call, answer) => answer(call));
  const extraction = bench.start(operation, { query: "кофемашина", count: 5_000, city: "spb_cl" });
  expect(await Array.fromAsync(extraction)).toHaveLength(240);
  expect(extraction.findings).toMatchObject({ total: 240, resolved: { city: "spb_cl", city_name: "Санкт-Петербург" } });
  expect(extraction.resultsEnd).toBe("exhausted");
});

test("the search does not depend on the page that names the city", async () => {
  const run = await site(async (call, answer) =>
    isSearch(call) ? answer(call) : { status: 404, body: "<html><body>gone</body></html>" },
  );
  const records = await run({ city: "spb_cl" });
  expect(records).toHaveLength(10);
  expect(records[0]).toMatchObject({ city: "spb_cl", city_name: null });
});

test("a query that the site rejects is an unreadable response, not 'no results'", async () => {
  const run = await site(async (call, answer) =>
    isSearch(call)
      ? {
          status: 400,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ errors: [{ message: "Cannot query field" }] }),
        }
      : answer(call),
  );
  await expect(run({})).rejects.toMatchObject({ status: 500, code: "unreadable" });
});

test("renamed prices make the response unreadable, not records without prices", async () => {
  const run = await site((call, answer) =>
    isSearch(call)
      ? withRecord(answer(call), ({ products }) => {
          for (const { price } of products) delete price.current;
        })
      : answer(call),
  );
  await expect(run({})).rejects.toMatchObject({ status: 500, code: "unreadable" });
});
