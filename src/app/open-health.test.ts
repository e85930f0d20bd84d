import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type TlsSite, tlsSite } from "../../test/support/extraction/tls-site.ts";
import { createMailer } from "../auth/mailer.ts";
import { SimulatedClock } from "../base/clock.ts";
import type { Engine } from "../extraction/types.ts";
import { openStore } from "../store/open-store.ts";
import { readConfig } from "./config.ts";
import { openHealth } from "./open-health.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-open-health-"));
const log = { info() {}, warn() {}, error() {} };
const posted: Array<{ type: string; state: string; reason: string }> = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    posted.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  });
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
const site: TlsSite = await tlsSite();
afterAll(() => {
  receiver.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

test("undelivered mail and an expiring certificate reach the operator by webhook, and so does their recovery", async () => {
  // The certificate of the tests' site expires on the first day of 2120.
  const clock = new SimulatedClock(Date.parse("2119-12-25T00:00:00Z"));
  const config = readConfig({
    DATA_DIR: folder,
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    PUBLIC_URL: `https://localhost:${site.port}`,
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  const store = await openStore({ dataDir: folder, url: "" });
  const mailer = createMailer(config.mail, log, clock);
  const watch = await openHealth(config.health, log, {
    store,
    sources: [],
    clock,
    mailer,
    isStandIn: () => true,
    originOf: () => "",
    load: () => ({ inFlight: 0, queued: 0, limit: 1 }),
    dataDir: folder,
    publicUrl: config.server.publicUrl,
    operatorToken: "",
    ledger: { ledgerQueue: () => ({ queued: 0, inFlight: 0 }), isReady: async () => true },
  });
  try {
    await watch.start({ health: () => [] } as unknown as Engine);
    expect(await mailer.send({ to: "ada@people.example", subject: "Hello", text: "Hello", link: null })).toBe(false);
    clock.advance(60_000);
    await expect
      .poll(() => posted.map(({ type, state }) => `${type} ${state}`).sort())
      .toEqual(["certificate.ending open", "mail.failing open"]);
    expect(posted.find(({ type }) => type === "certificate.ending")!.reason).toContain("2120-01-01");
    expect(posted.find(({ type }) => type === "mail.failing")!.reason).toContain("SMTP_URL");
  } finally {
    await watch[Symbol.asyncDispose]();
    await store.close();
  }
});
