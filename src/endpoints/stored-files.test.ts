import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { fileFormats } from "../files/record-content.ts";

const texts = ["json", "ndjson", "csv"] as const;
const tables = ["xlsx", "parquet"] as const;

describeOnDrawnStores("a stored file", (fresh) => {
  let service: TestService;
  let key: string;
  let work: Record<"jobs" | "batches", string>;
  beforeAll(async () => {
    const { url } = fresh.settings();
    service = await startTestService({
      sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
      ...(url !== "" && { env: { DATABASE_URL: url } }),
    });
    key = await service.createKey({ points: 1_000 });
    const request = { shelf: "top", count: 12 };
    const job = await service.post("/api/toyshelf/things", request, { key, headers: { prefer: "respond-async" } });
    const batch = await service.post(
      "/batches",
      { operation: "toyshelf/things", requests: [request, request] },
      { key },
    );
    work = { jobs: job.json().id, batches: batch.json().id };
    await service.get(`/jobs/${work.jobs}?wait=60`, key);
    const items = (await service.get(`/jobs?batch_id=${work.batches}`, key)).json() as Array<{ id: string }>;
    for (const { id } of items) await service.get(`/jobs/${id}?wait=60`, key);
  });
  afterAll(() => service.close());

  /** The address of a file, and how to ask for it: by a link without a key, and by the key. */
  async function ways(of: keyof typeof work, format: string) {
    const { url } = (await service.post(`/${of}/${work[of]}/link`, { format }, { key })).json();
    const { origin } = new URL(url);
    return [
      { url: url as string, headers: {} },
      { url: `${origin}/${of}/${work[of]}/records?format=${format}`, headers: { "access-token": key } },
    ];
  }
  const ask = (way: { url: string; headers: object }, headers: Record<string, string> = {}, method = "GET") =>
    fetch(way.url, { method, headers: { ...way.headers, ...headers } });
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  describe.each(["jobs", "batches"] as const)("of %s", (of) => {
    test.each(fileFormats)("in %s has a length on HEAD, and a tag with which it is not sent again", async (format) => {
      for (const way of await ways(of, format)) {
        const whole = await ask(way);
        const head = await ask(way, {}, "HEAD");
        expect(head.headers.get("content-length")).toBe(String((await bytes(whole)).length));
        const etag = head.headers.get("etag")!;
        expect(etag).toBe(whole.headers.get("etag"));
        for (const method of ["GET", "HEAD"]) {
          const unchanged = await ask(way, { "if-none-match": `"other", ${etag}` }, method);
          expect([unchanged.status, (await bytes(unchanged)).length]).toEqual([304, 0]);
          expect(unchanged.headers.get("etag")).toBe(etag);
        }
        expect((await ask(way, { "if-none-match": '"other"' })).status).toBe(200);
      }
    });

    test.each(tables)("in %s is sent in parts", async (format) => {
      for (const way of await ways(of, format)) {
        const answer = await ask(way);
        const etag = answer.headers.get("etag")!;
        expect([answer.headers.get("accept-ranges"), answer.headers.get("content-length")]).toEqual([
          "bytes",
          expect.any(String),
        ]);
        const whole = await bytes(answer);
        const parts = [
          ["bytes=0-9", 0, 10],
          [`bytes=10-${whole.length - 1}`, 10, whole.length],
          ["bytes=-4", whole.length - 4, whole.length],
        ] as const;
        for (const [range, start, end] of parts) {
          const part = await ask(way, { range, "if-range": etag });
          expect([part.status, part.headers.get("content-range"), part.headers.get("content-length")]).toEqual([
            206,
            `bytes ${start}-${end - 1}/${whole.length}`,
            String(end - start),
          ]);
          expect((await bytes(part)).equals(whole.subarray(start, end))).toBe(true);
        }
        const outside = await ask(way, { range: `bytes=${whole.length}-` });
        expect([outside.status, outside.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
        const whollySent = [{ range: "bytes=0-1,4-5" }, { range: "bytes=0-9", "if-range": '"another"' }];
        for (const headers of whollySent) {
          const again = await ask(way, headers);
          expect([again.status, (await bytes(again)).equals(whole)]).toEqual([200, true]);
        }
      }
    });

    test.each(texts)("in %s says that it is sent whole, and is", async (format) => {
      for (const way of await ways(of, format)) {
        const answer = await ask(way, { range: "bytes=0-9" });
        expect([answer.status, answer.headers.get("accept-ranges")]).toEqual([200, "none"]);
        expect((await bytes(answer)).length).toBeGreaterThan(100);
      }
    });
  });

  test("in Parquet is read by a reader that asks for the parts it needs", async () => {
    const [link] = await ways("batches", "parquet");
    const seen: number[] = [];
    const counted: typeof fetch = async (...call) => {
      const answer = await fetch(...call);
      seen.push(answer.status);
      return answer;
    };
    const rows = await parquetReadObjects({ file: await asyncBufferFromUrl({ url: link!.url, fetch: counted }) });
    const read = rows.map((row) => ({ ...row, "@line": Number(row["@line"]) }));
    expect(read).toEqual((await service.get(`/batches/${work.batches}/records`, key)).json());
    // The length, and then only parts.
    expect([seen[0], ...new Set(seen.slice(1))]).toEqual([200, 206]);
  });

  test("a stored file that is written as it is sent, and is not of records, claims no length on HEAD", async () => {
    const answer = await service.post(
      "/api/toyshelf/things",
      { shelf: "top", count: 1 },
      { key, headers: { "x-evidence": "keep" } },
    );
    const url = `/token/requests/${answer.headers["x-request-id"]}/evidence`;
    const head = await service.inject({ method: "HEAD", url, headers: { "access-token": key } });
    expect([head.statusCode, head.headers["content-length"]]).toEqual([200, undefined]);
    expect((await service.get(url, key)).rawPayload.length).toBeGreaterThan(100);
  });

  test("gets another tag when a selection of fields or a page has other records", async () => {
    const tag = async (query: string) =>
      (await service.get(`/jobs/${work.jobs}/records?${query}`, key)).headers.etag as string;
    const queries = ["format=csv", "format=csv&fields=id", "format=csv&limit=5", "format=ndjson", "format=parquet"];
    const tags = await Promise.all(queries.map(tag));
    expect(new Set(tags).size).toBe(queries.length);
  });
});
