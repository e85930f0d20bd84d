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

/** An operation's example, from the service's own description. */
const exampleOf = (path: string): any => service.registry.byPath(path)!.operation.examples[0];

/** Every method of the client, with its path. */
const methods = Object.entries(new Operations(((path: string) => path) as unknown as OperationMaker)).flatMap(
  ([source, ofSource]) =>
    Object.entries(ofSource as Record<string, string>).map(([method, path]) => ({ source, method, path })),
);

test("every operation of the service has a method", () => {
  expect(methods.map(({ path }) => path)).toEqual(service.registry.entries.map(({ operation }) => operation.path));
});

describe.each(methods)("$source.$method", ({ source, method, path }) => {
  test("returns its records, at the previewed price or less", async () => {
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

test("the records have the fields of their types", async () => {
  const [product] = await winnow.nlretail.productsSearch({ keyword: "koffiezetapparaat", count: 3 });
  const { id, price, categories }: { id: string; price: number | null; categories: Array<{ name: string | null }> } =
    product!;
  expect([typeof id, typeof price, typeof categories[0]?.name]).toEqual(["string", "number", "string"]);
});

test("an operation unknown to this version is called by name", async () => {
  const call = winnow.operation<{ keyword: string; count: number }, { id: string }>("nlretail/products/search");
  expect(await call({ keyword: "koffiezetapparaat", count: 2 })).toHaveLength(2);
});
