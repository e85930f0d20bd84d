import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordedRun } from "../../../test/support/extraction/recorded.ts";
import { requestDefaults } from "../../contract/canary.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Site } from "../../contract/site.ts";
import type { StandInCall } from "../../contract/stand-in.ts";
import { remembered } from "../../source-kit/remembered.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../../source-testing/toy-source.ts";
import { createRecorder } from "./recorder.ts";
import type { Recording } from "./recording.ts";
import { redactedText } from "./redact.ts";
import { replay } from "./replay.ts";
import { readWarc, writeWarc } from "./warc.ts";

const COOKIE = "s3cr3t-cookie-value";
const TOKEN = "tok-0123456789abcdef";
const PASSWORD = "hunter2-hunter2";

/** A site that leaks secrets in every possible place, with a redirect on the way. */
const source = toySource({
  headers: { "user-agent": "toy", authorization: `Bearer ${PASSWORD}` },
  answer(call: StandInCall) {
    if (!call.headers.cookie) {
      return {
        status: 302,
        headers: { location: `${call.url.href}&access_token=${TOKEN}`, "set-cookie": `sid=${COOKIE}; Path=/` },
        body: "",
      };
    }
    const page = toyPage(call);
    const rows = JSON.parse(String(page.body)).rows;
    return { ...page, body: JSON.stringify({ csrfToken: TOKEN, echo: `you sent ${COOKIE}`, city: "Zürich", rows }) };
  },
});
const [operation] = source.operations;
const request = { ...requestDefaults(operation), keyword: "käse", count: 45, timeout: 20 };

let bench: StandInBench;
let recording: Recording;
let records: unknown[];
beforeAll(async () => {
  bench = await standInFor(source);
  ({ records, recording } = await recordedRun(bench, source, operation, request));
});
afterAll(() => bench.close());

describe("a recording", () => {
  test("survives a round trip through its WARC", async () => {
    const read = await readWarc(await writeWarc(recording));
    expect({ ...read, exchanges: [] }).toEqual({ ...recording, exchanges: [] });
    expect(
      read.exchanges.map(({ url, method, status, body }) => [url, method, status, Buffer.from(body).toString()]),
    ).toEqual(
      recording.exchanges.map(({ url, method, status, body }) => [url, method, status, Buffer.from(body).toString()]),
    );
    expect(read.exchanges.at(-1)!.headers["content-type"]).toBe("application/json");
  });

  test("gives the same records without the site", async () => {
    const read = await readWarc(await writeWarc(recording));
    await bench.fault("refuse");
    expect(records).toHaveLength(45);
    expect(await replay(read, source)).toEqual(records);
  });

  test("contains no cookie, token or password, wherever they were", async () => {
    const text = gunzipAll(await writeWarc(recording));
    for (const secret of [COOKIE, TOKEN, PASSWORD]) expect(text).not.toContain(secret);
    expect(text).toContain("sid=REDACTED; Path=/");
    expect(text).toContain("access_token=REDACTED");
    expect(text).toContain('"csrfToken":"REDACTED"');
    expect(text).toContain("Zürich");
  });

  test("a recording of a site that requested a wait is replayed without waiting", async () => {
    const [first, ...rest] = recording.exchanges;
    const throttled = { ...first!, status: 429, headers: { "retry-after": "300" }, setCookies: [] };
    const waited = { ...recording, request: { ...request, timeout: 600 }, exchanges: [throttled, first!, ...rest] };
    expect(await replay(waited, source)).toEqual(records);
  });

  test("a recording that lacks a requested page fails, and contacts nobody", async () => {
    const short = { ...recording, exchanges: recording.exchanges.slice(0, 1) };
    await expect(replay(short, source)).rejects.toMatchObject({ code: "unreadable" });
  });

  test("has what the source remembered from earlier requests, so that it needs no response for it, but no token", async () => {
    const recalling: Operation = {
      ...operation,
      async *run(asked, site) {
        const shelf = await remembered(site, "shelf", async () => "top");
        site.memory.get("access token");
        site.memory.set("access token", TOKEN, 60);
        site.report({ resolved: { shelf } });
        yield* operation.run(asked, site);
      },
    };
    const recalls = { ...source, operations: [recalling] as const } as unknown as typeof source;
    const own = await standInFor(recalls);
    await recordedRun(own, recalls, recalling, request);
    const { recording: second } = await recordedRun(own, recalls, recalling, request);
    await own.close();
    expect(second.remembered).toEqual([
      ["shelf", "top"],
      ["access token", "REDACTED"],
    ]);
    const read = await readWarc(await writeWarc(second));
    expect(read.remembered).toEqual(second.remembered);
    const lookingUp = async () => {
      throw new Error("asked the site");
    };
    const replayed = {
      ...recalls,
      operations: [
        {
          ...recalling,
          async *run(asked: never, site: Site) {
            await remembered(site, "shelf", lookingUp);
            yield* operation.run(asked, site);
          },
        },
      ],
    } as unknown as typeof source;
    expect(await replay(read, replayed)).toEqual(records);
  });

  test("keeps no more bytes than allowed, and reports it", () => {
    const about = { source: "toy", operation: operation.path, request, origins: {} };
    const small = createRecorder(about, () => 0, 1_500);
    for (const exchange of recording.exchanges) small.onExchange(exchange);
    const kept = small.recording();
    expect(kept.truncated).toBe(true);
    expect(kept.exchanges.reduce((sum, { body }) => sum + body.byteLength, 0)).toBeLessThanOrEqual(1_500);
    const last = recording.exchanges.at(-1)!;
    const exact = createRecorder(about, () => 0, last.body.byteLength);
    exact.onExchange(last);
    expect(exact.recording()).toMatchObject({ truncated: false, exchanges: [{ url: last.url }] });
  });

  test("contains no cookie of an earlier visit either, wherever the page repeats it", () => {
    const recorder = createRecorder({ source: "toy", operation: "x", request, origins: {} }, () => 0);
    const body = Buffer.from("welcome back, visitor-0123456789");
    const requestHeaders = { cookie: "a=1; visitor=visitor-0123456789" };
    recorder.onExchange({ ...recording.exchanges.at(-1)!, setCookies: [], requestHeaders, body });
    const [kept] = recorder.recording().exchanges;
    expect(Buffer.from(kept!.body).toString()).toBe("welcome back, REDACTED");
    expect(JSON.stringify(kept)).not.toContain("0123456789");
  });
});

/** Each record is its own gzip member; Node unpacks them one after the other. */
const gunzipAll = (bytes: Buffer) => gunzipSync(bytes).toString("utf8");

test("a file that is not a recording is recognised", async () => {
  await expect(readWarc(Buffer.from("nothing of the kind"))).rejects.toThrow();
});

test("a page full of words for secrets is searched quickly", () => {
  const words = "token".repeat(100_000);
  const text = `"${words} name="token" ${'name="token" '.repeat(20_000)}`;
  // It once took minutes: vitest's timeout is what fails the test.
  expect(redactedText(text)).toBe(text);
  expect(redactedText('<input name="csrf_token" type="hidden" value="abc">')).toContain('value="REDACTED"');
});
