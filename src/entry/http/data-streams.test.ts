import { beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";

const PATH = "/api/toyshelf/things";
let service: TestService;

beforeAll(async () => {
  service = await sharedToyService();
});

describe("a stream whose client disconnects", () => {
  /** Reads the records of the first page, and disconnects while waiting for the second. */
  async function readAndLeave(fresh: string, headers: Record<string, string> = {}) {
    const gone = new AbortController();
    const answer = await fetch(`${service.address}${PATH}`, {
      method: "POST",
      headers: {
        "access-token": fresh,
        "content-type": "application/json",
        accept: "application/x-ndjson",
        ...headers,
      },
      body: JSON.stringify({ shelf: "slow", count: 20 }),
      signal: gone.signal,
    });
    const reader = answer.body!.getReader();
    let text = "";
    while (text.split("\n").length <= 10) text += Buffer.from((await reader.read()).value!).toString();
    gone.abort();
    return { head: answer.headers, text };
  }
  const row = async (fresh: string) => (await service.get("/token/requests", fresh)).json()[0];

  test("a stream whose client disconnects is charged for the records that were sent, and its work is stopped", async () => {
    const fresh = await service.createKey({ points: 100 });
    const { head } = await readAndLeave(fresh);
    expect([head.get("x-credits-charged"), head.get("x-results-end")]).toEqual([null, null]);
    await expect
      .poll(() => row(fresh))
      .toMatchObject({
        response_status_code: 200,
        cost: 3,
        response_count: 10,
        points_left: 97,
        results_end: null,
        warnings: ["stream_left"],
        response_error_text: "Client disconnected. 10 records had been sent and are charged.",
      });
  });

  test("packed, too", async () => {
    const fresh = await service.createKey({ points: 100 });
    await readAndLeave(fresh, { "accept-encoding": "br" });
    await expect.poll(() => row(fresh)).toMatchObject({ cost: 3, response_count: 10 });
  });

  test("a stream whose client disconnects is never told as the whole: its Idempotency-Key runs it again", async () => {
    const fresh = await service.createKey({ points: 100 });
    const headers = { "idempotency-key": "left" };
    await readAndLeave(fresh, headers);
    await expect.poll(() => row(fresh)).toMatchObject({ cost: 3 });
    const gone = new AbortController();
    const running = fetch(`${service.address}${PATH}`, {
      method: "POST",
      headers: { "access-token": fresh, "content-type": "application/json", ...headers },
      body: JSON.stringify({ shelf: "slow", count: 20 }),
      signal: gone.signal,
    }).catch(() => null);
    const points = async () => (await service.get("/token/statistic", fresh)).json()[0].points;
    // It holds the rest of the price, and frees it.
    await expect.poll(points).toBe(94);
    gone.abort();
    await running;
    await expect.poll(points).toBe(97);
  });

  test("before its first record costs nothing", async () => {
    const fresh = await service.createKey({ points: 100 });
    const gone = new AbortController();
    const call = fetch(`${service.address}${PATH}`, {
      method: "POST",
      headers: { "access-token": fresh, "content-type": "application/json", accept: "application/x-ndjson" },
      body: JSON.stringify({ shelf: "never", count: 20 }),
      signal: gone.signal,
    });
    await expect.poll(async () => (await service.get("/token/statistic", fresh)).json()[0].points).toBe(94);
    gone.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => row(fresh)).toMatchObject({ response_status_code: 499, cost: 0, points_left: 100 });
  });

  test("with x-stream-summary ends with its cost and outcome, and has no trailers", async () => {
    const fresh = await service.createKey({ points: 100 });
    const streamed = (shelf: string, summary: string) =>
      service.post(
        PATH,
        { shelf, count: 11 },
        { key: fresh, headers: { accept: "application/x-ndjson", "x-stream-summary": summary } },
      );
    const answer = await streamed("told", "true");
    const lines = answer.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toEqual({
      "@type": "WinnowSummary",
      credits_charged: 6,
      points_left: 94,
      results_end: "count",
      results_total: 77,
      resolved: { shelf: "Полка 1", id: 5 },
      warnings: ["radius_without_location"],
      age: null,
      stand_in: true,
      recalled: null,
    });
    expect([answer.headers.trailer, answer.trailers]).toEqual([undefined, {}]);
    expect((await streamed("half", "true")).body).not.toContain("WinnowSummary");
    expect((await streamed("told", "yes")).json().detail).toBe("Header x-stream-summary must be true.");
  });

  test("a stream that we fail half-way is free, and says so in its last line", async () => {
    const fresh = await service.createKey({ points: 100 });
    const answer = await service.post(
      PATH,
      { shelf: "half", count: 20 },
      { key: fresh, headers: { accept: "application/x-ndjson" } },
    );
    expect(JSON.parse(answer.body.trim().split("\n").at(-1)!)).toMatchObject({ "@type": "WinnowError", status: 412 });
    expect(answer.trailers).toMatchObject({ "x-credits-charged": "0", "x-token-points": "100" });
  });
});
