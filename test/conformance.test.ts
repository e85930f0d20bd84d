import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";

const file = fileURLToPath(new URL("../../shared/conformance/validation.json", import.meta.url));
const present = existsSync(file);
if (!present)
  console.warn("skipped: ../shared/conformance is absent, so bodies are not compared with FastAPI's answers");

interface Case {
  path: string;
  body: string;
  status: 200 | 422;
  answer?: { detail: Array<{ type: string; msg: string; loc: unknown[] }> };
}

describe.skipIf(!present)("through the HTTP entry point a client does not notice the difference from FastAPI", () => {
  const cases = present ? (JSON.parse(readFileSync(file, "utf8")) as Case[]) : [];
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService();
    key = await service.createKey({ plan: "enterprise" });
  });
  afterAll(() => service.close());

  const refused = cases.filter(({ status }) => status === 422);
  test(`${refused.length} bodies are refused with the same items`, async () => {
    for (const { path, body, answer } of refused) {
      const ours = await service.post(path, body, { key, query: "?dry_run=true" });
      expect(ours.statusCode, body).toBe(422);
      const expected = answer!.detail;
      if (expected[0]!.type === "json_invalid") {
        const [item] = ours.json().detail;
        expect([item.type, item.msg, item.loc[0], Number.isInteger(item.loc[1])], body).toEqual([
          "json_invalid",
          expected[0]!.msg,
          "body",
          true,
        ]);
      } else expect(ours.json(), body).toEqual(answer);
    }
  });

  const taken = cases.filter(({ status }) => status === 200);
  test(`${taken.length} bodies are taken, or refused by a rule across fields alone`, async () => {
    for (const { path, body } of taken) {
      const ours = await service.post(path, body, { key, query: "?dry_run=true" });
      if (ours.statusCode === 422) {
        expect(
          ours.json().detail.map(({ type }: { type: string }) => type),
          body,
        ).toContain("value_error");
      } else expect([200, 400, 403], `${body} ${ours.body}`).toContain(ours.statusCode);
    }
  });
});
