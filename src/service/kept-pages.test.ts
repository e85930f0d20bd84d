import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { unpackRecording } from "../extraction/recording/packed.ts";
import { createRecorder } from "../extraction/recording/recorder.ts";
import type { Extraction } from "../extraction/types.ts";
import type { Hold } from "../metering/types.ts";
import { toySource } from "../source-testing/toy-source.ts";
import type { Store } from "../store/open-store.ts";
import { createKeptPages } from "./kept-pages.ts";
import type { Entry } from "./registry.ts";

const source = toySource();
const call = { entry: { source, operation: source.operations[0] } as Entry };
const about = { source: source.name, operation: source.operations[0].path, request: {}, origins: {} };

/** The pages of a run: one page of this many bytes, which do not compress. */
function run(bytes: number, maxBytes?: number): Extraction {
  const recorder = createRecorder(about, () => 7, maxBytes);
  const secret = { "csrf-token": "hidden-value" };
  const body = Buffer.concat([Buffer.from("hidden-value "), randomBytes(bytes)]);
  recorder.onExchange({
    url: "http://site.example/rows",
    method: "GET",
    requestHeaders: secret,
    requestBody: null,
    status: 200,
    headers: { "content-type": "text/html", "content-encoding": "gzip" },
    setCookies: [],
    body,
    packed: gzipSync(body),
  });
  return { pages: recorder, doubtfulPages: null } as unknown as Extraction;
}

describeOnDrawnStores("kept pages", (fresh) => {
  const clock = new SimulatedClock();
  let no = 0;
  const hold = (): Hold => ({ id: String(++no), requestId: `request ${no}`, accountId: "ada" }) as Hold;
  const kept = ({ db }: Store) => db.selectFrom("kept_pages").orderBy("request_no").selectAll().execute();
  const open = async (maxBytes: number) => {
    const store = await fresh.open();
    await store.db.deleteFrom("kept_pages").execute();
    no = 0;
    const pages = createKeptPages({ db: store.db, clock, maxBytes, onError: (error) => expect.fail(String(error)) });
    return { store, pages };
  };

  test("kept pages are stored without secrets for a day, and can be read back", async () => {
    const { store, pages } = await open(2 ** 20);
    pages.keep(call, hold(), run(100));
    await pages[Symbol.asyncDispose]();
    const [row] = await kept(store);
    expect(row).toMatchObject({ request_no: 1, account_id: "ada", request_id: "request 1", source: source.name });
    expect(row?.expires_at).toBe(clock.now() + 86_400_000);
    const { exchanges, ...recording } = unpackRecording(row!.pages);
    expect(recording).toMatchObject({ ...about, truncated: false });
    expect(Buffer.from(exchanges[0]!.body).toString("latin1")).toMatch(/^REDACTED /);
  });

  test("kept pages of one source stay within their bytes: the oldest go first", async () => {
    const { store, pages } = await open(11_000);
    for (let nth = 0; nth < 8; nth++) {
      clock.advance(1_000);
      pages.keep(call, hold(), run(3_000));
      await pages.written();
    }
    await pages[Symbol.asyncDispose]();
    expect((await kept(store)).map(({ request_no }) => request_no)).toEqual([6, 7, 8]);
  });

  test("kept pages are not wanted if the operator keeps none", async () => {
    const { pages } = await open(10_000);
    expect(pages.wants()).toBe(true);
    await pages[Symbol.asyncDispose]();
    const none = await open(0);
    expect(none.pages.wants()).toBe(false);
  });

  test("kept pages that are incomplete, or more than can wait, are left out", async () => {
    const { store, pages } = await open(2 ** 30);
    pages.keep(call, hold(), run(2_000, 1_000));
    for (let nth = 0; nth < 5; nth++) pages.keep(call, hold(), run(1.5 * 2 ** 20));
    await pages[Symbol.asyncDispose]();
    expect((await kept(store)).map(({ request_no }) => request_no)).toEqual([2, 3, 4]);
  });
});
