import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { runHere } from "../../../test/support/cli/run-here.ts";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";
import { type OpenedAccounts, openAccounts } from "../../app/open-accounts.ts";
import { accountFile } from "../remote-commands.ts";
import { type Entry, fieldsOf, type SectionName, sectionNames } from "./sections.ts";
import { register } from "./with-keys.ts";

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
let parts: OpenedAccounts;
let folder: string;
beforeAll(async () => {
  service = await sharedToyService();
  parts = await openAccounts(service.config);
  folder = await mkdtemp(join(tmpdir(), "winnow-apply-"));
  vi.stubEnv("SLACK_URL", SLACK);
  vi.stubEnv("LAKE_SECRET_ACCESS_KEY", "lake secret");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await parts[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the store once: that takes a second. */
const commandsHere = {
  register: (program: Command) => register(program, { withParts: (work) => work(parts) }),
};

async function account() {
  const key = await service.createKey();
  const run = (command: string, ...words: string[]) =>
    runHere([command, "--url", service.address, "--key", key, ...words], [accountFile(async () => commandsHere)]);
  const { account } = (await service.accounts.ownerOf(key))!;
  const { email } = (await service.accounts.findById(account.id))!;
  return {
    key,
    email,
    id: account.id,
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

test("what a file does not mention stays as it is, and a secret is demanded only when it is used", async () => {
  const { apply, exported, key } = await account();
  await apply(FILE);
  const before = await exported();
  const lake = `destinations:
  - name: Lake
    endpoint: https://s3.example
    bucket: lake
    format: parquet
    access_key_id: KEY
    secret_access_key: \${NOT_SET}`;
  const shelf = `schedules:
  - name: Top shelf
    operation: toyshelf/things
    request: { shelf: "a $\${literal}", count: 5 }
    cron: 0 8 * * *`;
  const file = `${lake}\n${shelf}\n`;
  expect(await apply(file)).toMatch(/^~ schedules Top shelf\n {4}cron: "0 7 \* \* \*" → "0 8 \* \* \*"\n(?! {4})/m);
  expect(await exported()).toBe(before.replace("0 7 * * *", "0 8 * * *"));
  await expect(apply(file.replaceAll("Lake", "Pond"))).rejects.toThrow("the environment variable NOT_SET is not set");
  expect((await service.get("/destinations", key)).json()).toHaveLength(1);
});

const EVERY_FIELD = `keys:
  - name: CI
    usage_context: mcp_only
    mode: test
    sources: [stays]
    networks: [192.0.2.1, 2001:db8::/32]
    spending_cap: 500
    expires_at: 2099-01-01
    manages_delivery: true
    retain: none
  - name: test
  - name: Shop
    manages_delivery: true
  - name: Shop
    spending_cap: 7
webhooks:
  - url: \${SLACK_URL}
    format: slack
    events: [points.low]
destinations:
  - name: Lake
    endpoint: https://s3.example
    region: eu-west-1
    bucket: lake
    path: "{kind}/{id}.{format}"
    format: parquet
    access_key_id: KEY
    secret_access_key: \${LAKE_SECRET_ACCESS_KEY}
schedules:
  - name: Top shelf
    operation: toyshelf/things
    request: { shelf: a, count: 5 }
    cron: 0 7 * * *
    time_zone: Europe/Amsterdam
    ignore_fields: [name]
    track: [name]
    rules:
      - { field: name, when: becomes, value: thing 1, first_run: true }
      - { when: appears, first_run: false }
    monthly_budget: 900
    webhook: https://hooks.example/changes
    destination: Lake
    tag: team-b, team-a
  - name: Top shelf
    operation: toyshelf/things
    request: { shelf: b, count: 5 }
    cron: 0 9 * * *
`;

test("every field that can be set goes out and in again: the export of an account makes an equal one, with its keys", async () => {
  const first = await account();
  const applied = await first.apply(EVERY_FIELD, "--email", first.email);
  expect(applied).toMatch(/^secret of CI: \S+$/m);
  expect(applied).not.toMatch(/^secret of test/m);
  expect(await first.apply(EVERY_FIELD, "--email", first.email)).toBe("Nothing to change.\n");
  const exported = await first.run("export-config", "--email", first.email);
  const sections = parse(exported) as Record<SectionName, Entry[]>;
  for (const section of sectionNames) {
    const fields = new Set(sections[section].flatMap((entry) => Object.keys(entry)));
    expect([...fields].sort()).toEqual(
      fieldsOf(section)
        .map(({ name }) => name)
        .sort(),
    );
  }
  const second = await account();
  await second.apply(exported, "--email", second.email);
  expect(await second.run("export-config", "--email", second.email)).toBe(exported);
  expect(await second.apply(EVERY_FIELD, "--email", second.email)).toBe("Nothing to change.\n");
});

test("a new key's secret works, a changed key keeps its own, and a key that the file does not have is left", async () => {
  const { apply, email, key, id } = await account();
  const file = "keys:\n  - name: CI\n    spending_cap: 500\n";
  const secret = /^secret of CI: (\S+)$/m.exec(await apply(file, "--email", email))![1]!;
  expect((await service.get("/schedules", secret)).statusCode).toBe(200);
  const changed = await apply(file.replace("500", "700"), "--email", email, "--prune");
  expect(changed).toContain("~ keys CI\n    spending_cap: 500 → 700\n");
  expect(changed).toMatch(
    /^ {2}keys test: left, because the file does not have it \(`winnow keys revoke \S+` ends it\)$/m,
  );
  expect(changed).not.toContain(secret);
  const keys = await service.accounts.listKeys(id);
  expect(keys.map(({ name, spending_cap, revoked_at }) => [name, spending_cap, revoked_at])).toEqual([
    ["test", null, null],
    ["CI", 700, null],
  ]);
  for (const one of [secret, key]) expect((await service.get("/schedules", one)).statusCode).toBe(200);
});

test("through the API keys are left, because a key cannot create keys; without a key the rest is left", async () => {
  const { apply, email, id } = await account();
  const left = await apply(EVERY_FIELD.slice(0, EVERY_FIELD.indexOf("webhooks:")));
  expect(left).toMatch(/^ {2}keys: left, because an API key cannot create keys: .*--email.*\nNothing to change\.\n$/);
  expect(await service.accounts.listKeys(id)).toHaveLength(1);
  const made = await apply(EVERY_FIELD, "--email", email, "--key", "");
  expect(made).toContain("  schedules: left, because there is no API key: set WINNOW_KEY\n");
  expect(await service.accounts.listKeys(id)).toHaveLength(4);
});

test.each([
  ["keys:\n  - name: test\n    mode: test\n", "keys test: the mode of a key cannot be changed"],
  ["keys:\n  - name: A\n  - name: B\n    spending_cap: 0\n", "keys B: spending_cap: "],
  ["keys:\n  - name: B\n    sources: [nowhere]\n", 'keys B: sources: no source "nowhere"'],
  ["keys:\n  - name: B\n    networks: [here]\n", "here is not a network"],
  ["keys:\n  - name: B\n    expires_at: 2020-01-01\n", "keys B: expires_at is in the past"],
])("a key that cannot be is refused before anything is changed: %j", async (text, words) => {
  const { apply, email, id } = await account();
  await expect(apply(text, "--email", email)).rejects.toThrow(words);
  expect(await service.accounts.listKeys(id)).toHaveLength(1);
});

test("a file is for one account: an API key of another is refused", async () => {
  const [{ apply }, { email }] = [await account(), await account()];
  await expect(apply("keys: []\n", "--email", email)).rejects.toThrow(`the API key is not one of ${email}`);
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
