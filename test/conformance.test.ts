import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "./support/service.ts";
import { sharedService } from "./support/shared-service.ts";

const file = fileURLToPath(new URL("../../shared/conformance/validation.json", import.meta.url));
const present = existsSync(file);

interface Case {
  path: string;
  body: string;
  status: 200 | 422;
  answer?: { detail: Array<{ type: string; msg: string; loc: unknown[] }> };
}

/** Rules that a schema cannot express, so FastAPI's recorded status was 200. */
const rules = [
  /^\/api\/stays\/hotels\/search 400 Either destination or destination_id must be given/,
  /^\/api\/stays\/hotels\/search 400 (checkin|checkout) must be given together with/,
  /^\/api\/jobsboard\/companies 400 company is neither/,
  /^\/api\/hkproperty\/valuations 400 unit is not a property reference/,
  /^\/api\/\w+\/products\/search 400 filters: each entry must be/,
];

describe.skipIf(!present)("over HTTP a client cannot tell the service from FastAPI", () => {
  const cases = present ? (JSON.parse(readFileSync(file, "utf8")) as Case[]) : [];
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await sharedService();
    key = await service.createKey({ plan: "enterprise", points: 2_000_000_000 });
  });

  const refused = cases.filter(({ status }) => status === 422);
  test(`${refused.length} bodies are rejected with the same items`, async () => {
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
  test(`${taken.length} bodies are accepted, or rejected by one of their source's own rules`, async () => {
    const refusals = new Set<string>();
    for (const { path, body } of taken) {
      const ours = await service.post(path, body, { key, query: "?dry_run=true" });
      if (ours.statusCode === 200) continue;
      refusals.add(`${path} ${ours.statusCode} ${ours.json().detail}`);
    }
    expect([...refusals].filter((refusal) => !rules.some((rule) => rule.test(refusal)))).toEqual([]);
  });
});
