import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import type { NewKey } from "../accounts/keys.ts";

let service: TestService;
let accountId: string;
beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf"), other: toySource("other") });
  service = await startTestService({ sourcesFolder: folder });
  accountId = (await service.accounts.createAccount({ email: "d@test.example", plan: "pro", points: 1_000 })).id;
});
afterAll(() => service.close());

const keyOf = (kind: Partial<NewKey>) => service.accounts.createKey(accountId, { name: "k", ...kind });

describe("webhooks, destinations and the signing secret", () => {
  test.each([
    ["for all sources by name", { sources: ["toyshelf", "other"] }],
    ["whose owner said no", { manages_delivery: false }],
  ])("webhooks, destinations and the signing secret are closed to a key %s", async (_kind, kind) => {
    const answer = await service.get("/webhooks", (await keyOf(kind)).secret);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      403,
      "This key may not manage webhooks and destinations.",
    ]);
  });

  test.each([
    ["without limits", {}],
    ["with an expiry", { expires_at: Date.now() + 3_600_000 }],
    ["with a spending cap that its owner allows to", { spending_cap: 1_000, manages_delivery: true }],
    ["for some sources that its owner allows to", { sources: ["toyshelf"], manages_delivery: true }],
  ])("webhooks, destinations and the signing secret are open to a key %s", async (_kind, kind) => {
    const { secret } = await keyOf(kind);
    for (const path of ["/webhooks", "/webhooks/secret", "/webhooks/deliveries", "/destinations"])
      expect([path, (await service.get(path, secret)).statusCode]).toEqual([path, 200]);
  });

  test("close to a key as soon as it gets a cap, and open again when its owner allows it", async () => {
    const { secret, key } = await keyOf({});
    const status = async () => (await service.get("/webhooks/secret", secret)).statusCode;
    expect(await status()).toBe(200);
    await service.accounts.changeKey(key.id, { spending_cap: 5 });
    expect(await status()).toBe(403);
    expect(await service.accounts.changeKey(key.id, { manages_delivery: true })).toMatchObject({
      manages_delivery: true,
    });
    expect(await status()).toBe(200);
  });
});
