import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { type Operation, Winnow } from "../src/index.ts";

let service: TestService;
let winnow: Winnow;
beforeAll(async () => {
  service = await startTestService();
  winnow = new Winnow({ url: service.address, key: await service.createKey({ points: 5_000 }) });
});
afterAll(() => service.close());

/** The example of an operation, as the service's own description gives it. */
const exampleOf = (path: string): any => service.registry.byPath(path)!.operation.examples[0];

const operations: Array<[path: string, type: string, of: (winnow: Winnow) => Operation<any, any>]> = [
  ["/api/bizbureau/businesses/search", "BizbureauBusinessSearchResult", (w) => w.bizbureau.businessesSearch],
  ["/api/hkproperty/valuations", "HkpropertyValuation", (w) => w.hkproperty.valuations],
  ["/api/jobsboard/companies", "JobsboardCompany", (w) => w.jobsboard.companies],
  ["/api/nlretail/products/search", "NlretailSearchProduct", (w) => w.nlretail.productsSearch],
  ["/api/ruretail/products/search", "RuretailProduct", (w) => w.ruretail.productsSearch],
  ["/api/stays/hotels/search", "StaysHotelCard", (w) => w.stays.hotelsSearch],
];

test("there is a method for each operation of the service", () => {
  expect(operations.map(([path]) => path)).toEqual(service.registry.entries.map(({ operation }) => operation.path));
});

describe.each(operations)("%s", (path, type, of) => {
  test("gives its records, at the price of its preview or less", async () => {
    const preview = await of(winnow).preview(exampleOf(path));
    const { records, creditsCharged, pointsLeft, requestId } = await of(winnow).detailed(exampleOf(path));
    expect(records[0]["@type"]).toBe(type);
    expect(creditsCharged).toBeGreaterThan(0);
    expect(creditsCharged).toBeLessThanOrEqual(preview.max_cost);
    expect(pointsLeft).toBe(preview.points - creditsCharged);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("the records carry the fields of their types", async () => {
  const [product] = await winnow.nlretail.productsSearch({ keyword: "koffiezetapparaat", count: 3 });
  const { id, price, categories }: { id: string; price: number | null; categories: Array<{ name: string | null }> } =
    product!;
  expect([typeof id, typeof price, typeof categories[0]?.name]).toEqual(["string", "number", "string"]);
});

test("an operation that this version does not know is called by its name", async () => {
  const call = winnow.operation<{ keyword: string; count: number }, { id: string }>("nlretail/products/search");
  expect(await call({ keyword: "koffiezetapparaat", count: 2 })).toHaveLength(2);
});
