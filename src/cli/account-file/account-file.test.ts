import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runHere } from "../../../test/support/cli/run-here.ts";
import type { TestService } from "../../../test/support/service.ts";
import { startToyService } from "../../../test/support/toy-service.ts";

const FILE = `# What this account has.
webhooks:
  - url: https://hooks.example/in
    events: [job.failed]
  - url: \${SLACK_URL}
    format: slack
destinations:
  - name: Lake
    endpoint: https://s3.example
    bucket: lake
    format: parquet
    access_key_id: KEY
    secret_access_key: \${LAKE_SECRET_ACCESS_KEY}
schedules:
  - name: Top shelf
    operation: toyshelf/things
    request: { shelf: "a $\${literal}", count: 5 }
    cron: 0 7 * * *
    rules:
      - { field: name, when: becomes, value: thing 1 }
    destination: Lake
`;
const SLACK = "https://hooks.chat.example/services/T0/B0/very-secret";

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startToyService();
  folder = await mkdtemp(join(tmpdir(), "winnow-apply-"));
  vi.stubEnv("SLACK_URL", SLACK);
  vi.stubEnv("LAKE_SECRET_ACCESS_KEY", "lake secret");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function account() {
  const key = await service.createKey();
  const run = (...words: string[]) => runHere([...words, "--url", service.address, "--key", key]);
  return {
    key,
    async apply(text: string, ...options: string[]) {
      const path = join(folder, "account.yaml");
      await writeFile(path, text);
      return run("apply", path, "--yes", ...options);
    },
    exported: () => run("export-config"),
    run,
  };
}

test("an account is made as a file describes it, a second time changes nothing, and its export makes an equal account", async () => {
  const first = await account();
  const applied = await first.apply(FILE);
  expect(applied).toMatch(/^\+ webhooks https:\/\/hooks\.example\/in$/m);
  expect(applied).toMatch(/^secret of https:\/\/hooks\.example\/in: whsec_/m);
  expect(await first.apply(FILE)).toBe("Nothing to change.\n");
  const exported = await first.exported();
  expect(exported).not.toContain("very-secret");
  expect(exported).toContain(`url: \${SLACK_URL}`);
  const second = await account();
  await second.apply(exported);
  expect(await second.exported()).toBe(exported);
  expect(await second.apply(exported)).toBe("Nothing to change.\n");
  expect(await second.apply(FILE)).toBe("Nothing to change.\n");
  const [schedule] = (await service.get("/schedules", second.key)).json();
  expect(schedule).toMatchObject({ request: { shelf: `a \${literal}`, count: 5 }, track: ["name"] });
});

test("only what differs is changed, what cannot be changed is replaced, and the rest is left unless it is pruned", async () => {
  const { apply, key } = await account();
  await apply(FILE);
  const before = (await service.get("/schedules", key)).json()[0];
  const changed = await apply(
    FILE.replace("0 7 * * *", "0 8 * * *")
      .replace("[job.failed]", "[job.failed, points.low]")
      .replace("bucket: lake", "bucket: sea"),
  );
  expect(changed).toContain('    cron: "0 7 * * *" → "0 8 * * *"');
  expect(changed).toMatch(/^± destinations Lake\n {4}bucket: "lake" → "sea"$/m);
  const after = (await service.get("/schedules", key)).json()[0];
  const [lake, ...others] = (await service.get("/destinations", key)).json();
  expect([after.id, after.cron, after.destination, others]).toEqual([before.id, "0 8 * * *", lake.id, []]);
  expect(lake.bucket).toBe("sea");
  const fewer = `webhooks:\n  - url: \${SLACK_URL}\n    format: slack\n`;
  expect(await apply(fewer)).toMatch(/schedules Top shelf: left, .*\nNothing to change\.\n$/s);
  expect((await service.get("/schedules", key)).json()).toHaveLength(1);
  expect(await apply(fewer, "--prune")).toMatch(/^- schedules Top shelf$/m);
  expect((await service.get("/schedules", key)).json()).toEqual([]);
  expect((await service.get("/webhooks", key)).json()).toHaveLength(1);
});

test.each([
  ["schedule:\n  - name: x\n", "account.yaml:1: the file has no field schedule; did you mean schedules?"],
  [
    "\nwebhooks:\n  - url: https://a.example\n    event: [x]\n",
    "account.yaml:4: one of webhooks has no field event; did you mean events?",
  ],
  ["webhooks:\n  - format: slack\n", "account.yaml:2: one of webhooks lacks url"],
  [`webhooks:\n  - url: \${NOT_SET_HERE}\n`, "account.yaml:2: the environment variable NOT_SET_HERE is not set"],
  [
    "webhooks:\n  - url: https://a.example\n  - url: https://a.example\n",
    "account.yaml:3: webhooks has this one twice",
  ],
  ["webhooks: [\n", "account.yaml:2: "],
])("a mistake is named with its line, and nothing is changed: %j", async (text, words) => {
  const { apply, key } = await account();
  await expect(apply(text)).rejects.toThrow(words);
  expect((await service.get("/webhooks", key)).json()).toEqual([]);
});

test("without --yes and without a terminal nothing is changed", async () => {
  const { run, key } = await account();
  await writeFile(join(folder, "other.yaml"), FILE);
  await expect(run("apply", join(folder, "other.yaml"))).rejects.toThrow("nothing was changed; add --yes");
  expect((await service.get("/webhooks", key)).json()).toEqual([]);
});
