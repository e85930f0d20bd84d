import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../support/dashboard/dashboard.ts";
import { totpNow } from "./support/totp.ts";

/** OWASP API5:2023, broken function level authorization. `who-may.test.ts` has every endpoint. */

const PASSWORD = "correct horse battery";
const { visitor } = dashboardSuite({ ADMIN_EMAIL: "root@people.example", WINNOW_ADMIN_SECOND_FACTOR: "on" });
const adminPages = ["/admin/people", "/admin/keys", "/admin/requests", "/admin/sources", "/admin/audit"];
let root: Visitor;

beforeAll(async () => {
  root = visitor();
  await root.signUp("root@people.example");
  await root.confirm("root@people.example");
});

describe("where administrators need a second factor", () => {
  test.each(adminPages)("%s is closed to one without it", async (path) => {
    const { status, body } = await root.get(path);
    expect([status, body.detail]).toEqual([403, expect.stringContaining("second factor")]);
  });

  test("an administrator with a second factor has access", async () => {
    const { body } = await root.post("/second-factor", { password: PASSWORD });
    const code = totpNow(new URL(body.uri).searchParams.get("secret")!);
    expect((await root.post("/second-factor/confirm", { code })).status).toBe(200);
    for (const path of adminPages) expect([path, (await root.get(path)).status]).toEqual([path, 200]);
  });
});
