import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

/**
 * OWASP API7:2023, server side request forgery. The gate itself, with its address ranges, redirects and rebinding, is
 * tested in `src/extraction/gate`; here, that no entry point leads around it.
 */

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey({ points: 10_000 });
});
afterAll(() => service.close());

const inside = [
  "http://127.0.0.1/admin",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]:8080/",
  "http://0x7f000001/",
  "http://localhost:22/",
  "file:///etc/passwd",
];

describe("an identifier that is an address inside the network", () => {
  test.each(inside)("%s is no company, and is not fetched", async (company) => {
    const answer = await service.post("/api/jobsboard/companies", { company }, { key });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers["x-credits-charged"]).toBe("0");
  });

  test.each(inside)("%s is no webhook's address", async (url) => {
    const answer = await service.post("/webhooks", { url, events: ["job.completed"] }, { key });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });
});
