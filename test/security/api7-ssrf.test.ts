import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";

/**
 * OWASP API7:2023, server side request forgery. The gate itself, with its address ranges, redirects and rebinding, is
 * tested in `src/extraction/egress`; these tests show that no entry point bypasses it.
 */

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await sharedService();
  key = await service.createKey({ points: 10_000 });
});

const inside = [
  "http://127.0.0.1/admin",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]:8080/",
  "http://0x7f000001/",
  "http://localhost:22/",
  "file:///etc/passwd",
];

describe("an identifier that is an internal address", () => {
  test.each(inside)("%s is not a company and is not fetched", async (company) => {
    const answer = await service.post("/api/jobsboard/companies", { company }, { key });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers["x-credits-charged"]).toBe("0");
  });
});

describe("a webhook to an internal address", () => {
  let heard = 0;
  const receiver = createServer((_request, response) => {
    heard++;
    response.end();
  });
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, "::", resolve));
    ({ port } = receiver.address() as AddressInfo);
  });
  afterAll(() => void receiver.close());

  test("a webhook to an internal address is rejected, however the address is written", async () => {
    const hosts = ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "0.0.0.0"];
    for (const host of hosts) {
      const url = `http://${host}:${port}/`;
      const made = await service.post("/webhooks", { url }, { key });
      expect([made.statusCode, made.json().detail], host).toEqual([
        400,
        expect.stringMatching(/WINNOW_PRIVATE_HOSTS=/),
      ]);
      const headers = { prefer: "respond-async", "webhook-url": url };
      const call = { keyword: "lamp", count: 1 };
      expect((await service.post("/api/nlretail/products/search", call, { key, headers })).statusCode, host).toBe(400);
    }
    expect(heard).toBe(0);
  });

  test.each(["file:///etc/passwd", "ftp://hooks.example/", "javascript:alert(1)", "https://me:secret@hooks.example/"])(
    "%s is not a valid webhook address",
    async (url) => {
      const answer = await service.post("/webhooks", { url }, { key });
      expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringMatching(/address of a webhook/)]);
    },
  );
});
