import { expect, onTestFinished, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import { startTestService } from "../../../test/support/service.ts";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import { findSource } from "../../sources/find-sources.ts";
import { parseFault } from "../../stand-ins/faults.ts";
import { serveStandIns } from "../../stand-ins/serve.ts";

describeOnBothStores("a source whose Retry-After is thousands of years away", (fresh) => {
  test("a source whose Retry-After is thousands of years away is paused for 15 minutes at most, shown to the operator, and resumed by one command", async () => {
    const opened = new AsyncDisposableStack();
    onTestFinished(() => opened.disposeAsync());
    let calls = 0;
    const site = await serveStandIns([await findSource("nlretail")], { faults: {}, onCall: () => void calls++ });
    opened.defer(() => site.close());
    const { dataDir, url } = fresh.settings();
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      WINNOW_NLRETAIL_ORIGIN: site.originOf("nlretail"),
      WINNOW_NLRETAIL_ROBOTS: "ignore",
      WINNOW_NLRETAIL_PER_SECOND: "50",
    };
    // Two processes on PostgreSQL: what one was asked holds for the other, and so does the end of it.
    const first = await startTestService({ env });
    opened.defer(() => first.close());
    const second = url === "" ? first : await startTestService({ env });
    opened.defer(() => second.close());
    const key = await first.createKey();
    const call = (service: typeof first) =>
      service.post("/api/nlretail/products/search", { keyword: "lamp", count: 1 }, { key });
    const statusOf = async (service: typeof first) =>
      (await service.get("/status.json")).json().sources.find(({ name }: { name: string }) => name === "nlretail");

    expect((await call(first)).statusCode).toBe(200);
    await site.setFault("nlretail", parseFault("429:99999999999"));
    const refused = await call(first);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      412,
      expect.stringMatching(/^The source asks to wait/),
    ]);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(900);
    await site.setFault("nlretail", null);
    const before = calls;
    expect([(await call(first)).statusCode, (await call(second)).statusCode, calls]).toEqual([412, 412, before]);

    const { state, paused_until } = await statusOf(second);
    expect(state).toBe("degraded");
    expect(paused_until - Date.now()).toBeLessThanOrEqual(900_000);
    const authorization = `Bearer ${first.operatorToken}`;
    const paceOf = async (service: typeof first) => {
      const details = await service.inject({ method: "GET", url: "/health/details", headers: { authorization } });
      return details.json().sources.find(({ name }: { name: string }) => name === "nlretail").pace;
    };
    expect((await paceOf(first)).share).toBeLessThan(1);
    const metrics = await first.inject({ method: "GET", url: "/metrics", headers: { authorization } });
    expect(metrics.body).toMatch(/winnow_source_paused_seconds\{source="nlretail"\} [89]\d\d/);
    const doctor = await endHere(["doctor", "--output", "json"], {
      ...env,
      PORT: new URL(first.address).port,
      OPERATOR_TOKEN: first.operatorToken,
    });
    expect(JSON.parse(doctor.stdout)).toContainEqual({
      check: "nlretail pause",
      result: "warning",
      what: `the source asks to wait until ${new Date(paused_until).toISOString()}`,
      cure: "It is tried again then. To try it now: `npx winnow sources resume nlretail`.",
    });
    expect(JSON.parse(doctor.stdout)).toContainEqual({
      check: "nlretail pace",
      result: "warning",
      what: expect.stringMatching(/^asked [\d.]+ times a second instead of 50: the site complained/),
      cure: expect.stringContaining("`npx winnow sources resume nlretail`"),
    });
    expect((await endHere(["sources"], env)).stdout).toContain(new Date(paused_until).toISOString());

    const resumed = await endHere(["sources", "resume", "nlretail"], env);
    expect(resumed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^nlretail was paused until 20\d\d-.*Z; /),
    });
    for (const service of [first, second]) {
      expect(await statusOf(service)).toMatchObject({ state: "ok", paused_until: null });
      expect((await call(service)).statusCode).toBe(200);
    }
    expect(await paceOf(first)).toEqual({ per_second: 50, share: 1, waiting: 0 });
    expect((await endHere(["sources", "resume", "nlretail"], env)).stdout).toContain("nlretail was not paused; ");
    expect((await endHere(["sources", "resume", "nowhere"], env)).code).toBe(1);
  });
});
