import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../src/store/open-store.ts";
import { startCollector } from "./support/otlp-collector.ts";
import { describeOnDrawnStores } from "./support/store/stores.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";
import { placesInFiles, placesInStore } from "./support/trace/search-store.ts";
import { type Serving, startServing } from "./support/trace/serving.ts";

const PATH = "/api/toyshelf/things";
/** Each page names its shelf, so that a word of the request is one of the response, too. */
const naming = toySource("toyshelf")
  .replace(
    "answer: ({ url }) => {",
    `answer: ({ url }) => {
      const shelf = decodeURIComponent(url.pathname.split("/").at(-1));
      if (shelf.startsWith("unreadable")) return { status: 200, headers: { "content-type": "text/html" }, body: "<p>" + shelf };
      if (shelf.startsWith("missing")) return { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
      if (shelf.startsWith("hanging") && url.searchParams.get("page") === "2") return new Promise(() => {});`,
  )
  .replace("NoSuchThing, ruleBroken", "NoSuchThing, ruleBroken, Unreadable")
  .replace(
    "const { things } =",
    'if (answer.text().startsWith("<p>")) throw new Unreadable(answer.text());\n  const { things } =',
  )
  .replace('name: "thing " + i', "name: shelf + i")
  .replace('if (shelf === "told") site.report(', 'if (shelf.startsWith("told")) site.report(')
  .replace('"Полка 1"', "shelf");

describeOnDrawnStores("a call that leaves no trace", (fresh) => {
  let folder: string;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  afterAll(async () => {
    await collector?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(): Promise<Serving> {
    collector ??= await startCollector();
    folder ??= await sourcesFolder({ toyshelf: naming });
    const { dataDir, url } = fresh.settings();
    return startServing(folder, {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      AUTH_SECRET: "a secret of the calls without a trace",
      LOG_LEVEL: "trace",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      KEPT_PAGES_MB: "20",
    });
  }

  const post = ({ address, key }: Serving, shelf: string, headers: Record<string, string> = {}, over: object = {}) =>
    fetch(`${address}${PATH}`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json", ...headers },
      body: JSON.stringify({ shelf, count: 12, ...over }),
    });

  test("a call that leaves no trace is found nowhere after a kill and a restart, and a usual one is found where it is kept", async () => {
    const first = await serve();
    const silent = { "x-retain": "none" };
    const ask = async (name: string, headers: Record<string, string> = {}, over: object = {}) => {
      const answer = await post(first, `${name}-Zweihorn`, { ...silent, ...headers }, over);
      await answer.text();
      return answer;
    };
    // The search finds what is there.
    await (await post(first, "usual-Dreihorn", { "idempotency-key": "Dreihorn" })).text();
    await (await post(first, "unreadable-Dreihorn")).text();
    await (await post(first, "Dreihorn", {}, { count: "Dreihorn" })).text();

    const plain = await ask("plain");
    expect([plain.status, plain.headers.get("x-retain"), plain.headers.get("x-credits-charged")]).toEqual([
      200,
      "none",
      "6",
    ]);
    const statuses = [
      await ask("told"),
      await ask("streamed", { accept: "application/x-ndjson" }),
      await ask("table", { accept: "text/csv", "user-agent": "Zweihorn" }),
      await ask("fresh", { "cache-control": "max-age=600" }),
      await ask("fresh", { "cache-control": "max-age=600" }),
      await ask("proved", { "x-provenance": "true" }),
      await ask("missing"),
      await ask("unreadable"),
      await ask("invalid", {}, { count: "Zweihorn" }),
      await ask("wrong", { "x-retain": "Zweihorn" }),
      await ask("job", { prefer: "respond-async" }),
      await ask("evidence", { "x-evidence": "keep" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 412, 500, 422, 400, 422, 422]);
    // Its key is kept as a digest: it is not charged again, and there is no answer to give again.
    const keyed = { "idempotency-key": "key-of-Zweihorn" };
    expect((await ask("keyed", keyed)).headers.get("x-credits-charged")).toBe("6");
    const again = await ask("keyed", keyed);
    expect([again.status, again.headers.get("x-error-code")]).toEqual([422, "result_not_kept"]);
    expect((await ask("another", keyed)).headers.get("x-error-code")).toBe("idempotency_mismatch");
    const batch = await fetch(`${first.address}/batches`, {
      method: "POST",
      headers: { "access-token": first.key, "content-type": "application/json", ...silent },
      body: JSON.stringify({ operation: "toyshelf/things", requests: [{ shelf: "Zweihorn", count: 1 }] }),
    });
    expect([batch.status, ((await batch.json()) as { detail: Array<{ loc: string[] }> }).detail[0]?.loc]).toEqual([
      422,
      ["header", "x-retain"],
    ]);
    // The switch on a key does the same without the header, and what would be stored is refused.
    const bySwitch = { ...first, key: first.silentKey };
    const called = await post(bySwitch, "switched-Zweihorn", { "idempotency-key": "switched-Zweihorn" });
    expect([called.status, called.headers.get("x-retain"), (await called.text()).length > 100]).toEqual([
      200,
      "none",
      true,
    ]);
    for (const [path, body] of [
      ["/batches", { operation: "toyshelf/things", requests: [{ shelf: "Zweihorn", count: 1 }] }],
      ["/schedules", { operation: "toyshelf/things", request: { shelf: "Zweihorn", count: 1 }, cron: "0 6 * * *" }],
    ] as const) {
      const refused = await fetch(`${first.address}${path}`, {
        method: "POST",
        headers: { "access-token": first.silentKey, "content-type": "application/json" },
        body: JSON.stringify({ ...body, name: "Zweihorn" }),
      });
      await refused.text();
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
    await (await post(bySwitch, "Zweihorn", { prefer: "respond-async" })).text();
    await (await post(bySwitch, "unreadable-Zweihorn")).text();
    await (await post(bySwitch, "Zweihorn", {}, { count: "Zweihorn" })).text();
    const leaving = post(first, "hanging-left-Zweihorn", { ...silent, accept: "application/x-ndjson" });
    const cut = (await leaving).body!.getReader();
    await cut.read();
    await cut.cancel();

    // Killed in the middle of some.
    const hanging = [0, 1, 2].map((nth) =>
      post(first, `hanging-${nth}-Zweihorn`, { ...silent, ...(nth === 2 && { accept: "application/x-ndjson" }) }),
    );
    for (const call of hanging) call.catch(() => {});
    const streamed = (await hanging[2]!).body!.getReader();
    await streamed.read();
    first.process.kill("SIGKILL");
    await once(first.process, "exit");
    await streamed.cancel().catch(() => {});

    const second = await serve();
    await (await post(second, "again-Zweihorn", silent)).text();
    second.process.send("close");
    await once(second.process, "exit");

    const store = await openStore(fresh.settings());
    try {
      const { dataDir } = fresh.settings();
      const control = await placesInStore(store, "Dreihorn");
      expect(control).toEqual(
        expect.arrayContaining(["answers.body", "call_log.body", "idempotency.key", "requests.params"]),
      );
      expect(await placesInFiles(dataDir, "Dreihorn")).not.toEqual([]);
      expect(await placesInStore(store, "Zweihorn")).toEqual([]);
      expect(await placesInFiles(dataDir, "Zweihorn")).toEqual([]);
      for (const { log } of [first, second]) expect(log()).not.toContain("Zweihorn");
      expect(first.log()).toContain('"endpoint":"/api/toyshelf/things"');
      const exported = JSON.stringify(collector.posted("/v1/traces"));
      expect(exported).not.toContain("Zweihorn");
      expect(exported).toContain(PATH);
      const row = await store.db
        .selectFrom("requests")
        .where("request_id", "=", plain.headers.get("x-request-id"))
        .select(["endpoint", "status", "cost", "params", "results"])
        .executeTakeFirst();
      expect(row).toEqual({ endpoint: PATH, status: 200, cost: 6, params: "{}", results: 0 });
    } finally {
      await store.close();
    }
  });
});
