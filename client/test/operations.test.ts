import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { Operations } from "../src/generated/operations.ts";
import { type Operation, Winnow } from "../src/index.ts";
import type { OperationMaker } from "../src/operation.ts";

let service: TestService;
let winnow: Winnow;
beforeAll(async () => {
  service = await startTestService();
  winnow = new Winnow({ url: service.address, key: await service.createKey({ points: 5_000 }) });
});
afterAll(() => service.close());

/** The example of an operation, as the service's own description gives it. */
const exampleOf = (path: string): any => service.registry.byPath(path)!.operation.examples[0];

/** Every method of the client, with the path that it calls. */
const methods = Object.entries(new Operations(((path: string) => path) as unknown as OperationMaker)).flatMap(
  ([source, ofSource]) =>
    Object.entries(ofSource as Record<string, string>).map(([method, path]) => ({ source, method, path })),
);

test("there is a method for each operation of the service", () => {
  expect(methods.map(({ path }) => path)).toEqual(service.registry.entries.map(({ operation }) => operation.path));
});

describe.each(methods)("$source.$method", ({ source, method, path }) => {
  test("gives its records, at the price of its preview or less", async () => {
    const call: Operation<any, any> = (winnow as any)[source][method];
    const preview = await call.preview(exampleOf(path));
    const { records, creditsCharged: charged, pointsLeft, requestId } = await call.detailed(exampleOf(path));
    expect(records[0]["@type"]).toBe(service.registry.byPath(path)!.operation.record.title);
    const creditsCharged = charged!;
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
