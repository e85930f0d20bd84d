import { expect, test } from "vitest";
import { dashboardSuite } from "../../test/support/dashboard/dashboard.ts";
import type { Status } from "../health/status-types.ts";
import { limits } from "../limits/limits.ts";

// The operator has configured live addresses, of which none may be called.
const { visitor, running } = dashboardSuite({
  ADMIN_EMAIL: "ada@people.example",
  WINNOW_STAYS_ORIGIN: "http://127.0.0.1:9",
  WINNOW_NLRETAIL_ORIGIN: "http://127.0.0.1:9",
});
const search = (operation: string) => visitor().post("/prepared-searches", { operation });

test("a visitor runs a prepared search on its stand-in, even if the source is live, and it counts in no statistic", async () => {
  const ada = visitor();
  await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  const found = await search("/api/stays/hotels/search");
  expect([found.status, found.body.records.length]).toEqual([200, 5]);
  expect(found.body.records[0]).toMatchObject({ "@type": expect.any(String), name: expect.any(String) });
  const { sources } = (await (await fetch(`${running().address}/status.json`)).json()) as Status;
  const measured = sources.flatMap(({ operations }) => operations).filter(({ success_rate }) => success_rate !== null);
  expect(measured).toEqual([]);
  expect((await ada.get("/admin/requests")).body.requests).toEqual([]);
});

test("only the prepared searches run, and their requests cannot be changed", async () => {
  expect((await search("/api/jobsboard/companies")).status).toBe(404);
  const own = await visitor().post("/prepared-searches", {
    operation: "/api/stays/hotels/search",
    body: { count: 500 },
  });
  expect(own.status).toBe(422);
});

test("a network that searches too often has to wait: limits.preparedSearches", async () => {
  const answers = await Promise.all(
    Array.from({ length: limits.preparedSearches.max + 1 }, () => search("/api/nlretail/products/search")),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
});
