import { expect, test } from "vitest";
import { recordedExchange } from "../../../test/support/extraction/recorded.ts";
import type { RecordedExchange } from "./recording.ts";
import { replayTransport } from "./replay-transport.ts";

const exchange = (over: Partial<RecordedExchange>): RecordedExchange =>
  recordedExchange({ headers: { "x-a": "b" }, setCookies: ["a=1"], body: Buffer.from("page"), ...over });

function player(...exchanges: RecordedExchange[]) {
  const transport = replayTransport(exchanges);
  let bytes = 0;
  const ask = async (
    over: { url?: string; method?: "GET" | "POST"; body?: string | null; signal?: AbortSignal } = {},
  ) => {
    const {
      url = "https://site.example/rows",
      method = "GET",
      body = null,
      signal = new AbortController().signal,
    } = over;
    const requested = { url: new URL(url), method, body, headers: {}, signal, maxBytes: 1 };
    const answer = await transport.send({ ...requested, onBytes: (count) => (bytes += count) });
    return { ...answer, body: Buffer.from(answer.body).toString() };
  };
  return { ask, bytes: () => bytes, transport };
}

test("equal requests get their responses in order, and then the last one again", async () => {
  const { ask, bytes } = player(exchange({ body: Buffer.from("one") }), exchange({ body: Buffer.from("three") }));
  expect([await ask(), await ask(), await ask()].map(({ body }) => body)).toEqual(["one", "three", "three"]);
  expect(bytes()).toBe(13);
  expect(await ask()).toEqual({ status: 200, headers: { "x-a": "b" }, setCookies: ["a=1"], body: "three" });
});

test("requests are distinguished by method, address and body, but not by secrets in them", async () => {
  const { ask } = player(
    exchange({ method: "POST", requestBody: "q=1&token=REDACTED", body: Buffer.from("posted") }),
    exchange({ url: "https://site.example/rows?token=REDACTED", body: Buffer.from("by token") }),
  );
  expect((await ask({ method: "POST", body: "q=1&token=another" })).body).toBe("posted");
  expect((await ask({ url: "https://site.example/rows?token=abc" })).body).toBe("by token");
  for (const other of [
    { method: "POST", body: "q=2" },
    { method: "POST" },
    { url: "https://site.example/x" },
    {},
  ] as const)
    await expect(ask(other)).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining("the recording has no answer to"),
    });
});

test("a caller that is gone gets no response", async () => {
  const { ask, transport } = player(exchange({}));
  await expect(ask({ signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
  await transport.close();
});
