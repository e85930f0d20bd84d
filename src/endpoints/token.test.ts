import { beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";
import { limits } from "../limits/limits.ts";

let service: TestService;
beforeAll(async () => {
  service = await sharedToyService();
});

const call = (key: string, count: number, shelf = "top") =>
  service.post("/api/toyshelf/things", { shelf, count }, { key });

describe("GET /token/statistic", () => {
  test("needs a key, and reveals nothing without one", async () => {
    expect((await service.get("/token/statistic")).statusCode).toBe(401);
  });

  test("has every field of the contract, with the usage of the current windows", async () => {
    const key = await service.createKey({ plan: "starter", points: 50 });
    await call(key, 5);
    const [token, ...others] = (await service.get("/token/statistic", key)).json();
    expect(others).toEqual([]);
    expect(token).toMatchObject({
      is_primary: true,
      points: 47,
      plan: "starter",
      usage_context: "standard",
      expires_at: null,
      ten_second_limit: 20,
      minutely_limit: 60,
      hourly_limit: 1000,
      daily_limit: 10_000,
      monthly_limit: 100_000,
      monthly_usage: 1,
      is_recommended: true,
    });
    expect(token.user).toMatchObject({ role: "member", email_verified: false, last_login_at: null });
    expect(token.user.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.keys(token.user).sort()).toEqual([
      "created_at",
      "email",
      "email_verified",
      "front_id",
      "id",
      "last_login_at",
      "login",
      "modified_at",
      "name",
      "role",
    ]);
    expect(Date.parse(token.last_used_at)).not.toBeNaN();
  });

  test("does not count in any window", async () => {
    const key = await service.createKey();
    for (let i = 0; i < 3; i += 1) await service.get("/token/statistic", key);
    expect((await service.get("/token/statistic", key)).json()[0].monthly_usage).toBe(0);
  });
});

test("an address may call 300 times a minute, with or without a key; other addresses are not affected", async () => {
  expect(limits.tokenCalls.max).toBe(300);
  const asking = (remoteAddress: string) => service.inject({ url: "/token/statistic", remoteAddress });
  const answers = await Promise.all(Array.from({ length: 620 }, () => asking("192.0.2.7")));
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  // However many windows the calls fell into, each has admitted 300.
  expect([300, 600]).toContain(count(401));
  expect(count(429)).toBe(620 - count(401));
  const refused = answers.find(({ statusCode }) => statusCode === 429)!;
  expect(refused.json().detail).toBe("Rate limit exceeded: 300 requests per 60 seconds from one address.");
  expect((await asking("192.0.2.8")).statusCode).toBe(401);
});

describe("GET /token/requests", () => {
  test("reports for each request what it was, how it ended and what it cost, newest first", async () => {
    const key = await service.createKey({ points: 100 });
    const first = await call(key, 12);
    await call(key, 5, "none");
    const rows = (await service.get("/token/requests", key)).json();
    expect(rows).toMatchObject([
      { response_status_code: 412, cost: 0, is_paid: false, response_error_text: "no such shelf", points_left: 94 },
      {
        id: first.headers["x-request-id"],
        endpoint: "/api/toyshelf/things",
        response_status_code: 200,
        cost: 6,
        is_paid: true,
        response_count: 12,
        timeout: 300,
        points_left: 94,
      },
    ]);
    expect((await service.get("/token/requests/count", key)).json()).toEqual({ total: 2 });
  });

  test.each(["x-next-cursor", "link", "the last row's id"])(
    "pages by %s neither skip nor repeat while rows arrive",
    async (by) => {
      const key = await service.createKey();
      for (let i = 0; i < 7; i += 1) await call(key, 1);
      const before = (await service.get("/token/requests?limit=100", key)).json();
      const seen: string[] = [];
      let url = "/token/requests?limit=3";
      for (let page = 0; page < 10; page += 1) {
        const answer = await service.get(url, key);
        seen.push(...answer.json().map(({ id }: { id: string }) => id));
        const next = answer.headers["x-next-cursor"] as string | undefined;
        if (next === undefined) break;
        url =
          by === "link"
            ? /^<(.+)>; rel="next"$/.exec(String(answer.headers.link))![1]!
            : `/token/requests?limit=3&cursor=${by === "x-next-cursor" ? next : seen.at(-1)!}`;
        await call(key, 1);
      }
      expect(seen).toEqual(before.map(({ id }: { id: string }) => id));
    },
  );

  test("another account's requests are hidden", async () => {
    const [mine, other] = [await service.createKey(), await service.createKey()];
    await call(mine, 1);
    expect((await service.get("/token/requests", other)).json()).toEqual([]);
  });

  test("an invalid limit or time is 422 and named", async () => {
    const key = await service.createKey();
    for (const [query, name] of [
      ["limit=0", "limit"],
      ["limit=", "limit"],
      ["limit=101", "limit"],
      ["start_time=yesterday", "start_time"],
      ["cursor=!!", "cursor"],
    ] as const) {
      const answer = await service.get(`/token/requests?${query}`, key);
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["query", name]]);
    }
  });
});
