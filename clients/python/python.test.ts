import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withAccounts } from "../../src/app/open-accounts.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { clientCalls, snakeCase } from "../../src/docs/client-calls.ts";
import { endpoints } from "../../src/endpoints/index.ts";
import { pythonPath } from "../../test/support/python.ts";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sharedService } from "../../test/support/shared-service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";

const run = promisify(execFile);
const here = import.meta.dirname;
const python = await pythonPath();

/** The output of a Python program, or its error output if it fails. */
const printed = (args: string[], env: Record<string, string> = {}): Promise<{ stdout: string; stderr: string }> =>
  run(python!, args, {
    cwd: here,
    env: { PATH: process.env.PATH!, PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1", ...env },
  });

/** How a client may repeat each method that changes something, by its name in Python. */
const retries = Object.fromEntries(
  clientCalls(endpoints as Endpoint<never>[])
    .filter(({ http }) => http !== "GET")
    .map(({ group, method, retry }) => [`${group}.${snakeCase(method)}`, retry]),
);

/** One key for each account that the tests use up. */
const freshKeys = ({ config }: TestService): Promise<string[]> =>
  withAccounts(config, async ({ accounts }) => {
    const keys: string[] = [];
    for (let made = 0; made < 96; made += 1) {
      const { id } = await accounts.createAccount({ email: `python-${made}@test.example`, plan: "pro", points: 100 });
      keys.push((await accounts.createKey(id, { name: "test" })).secret);
    }
    return keys;
  });

describe.skipIf(python === null)("the Python client", () => {
  let toys: TestService;
  let service: TestService;
  beforeAll(async () => {
    [toys, service] = await Promise.all([
      startTestService({
        sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
        env: { TRUST_PROXY: "127.0.0.1" },
      }),
      sharedService(),
    ]);
  });
  afterAll(async () => {
    await toys.close();
  });

  test("passes its own tests (tests/) against a running service", async () => {
    const keys = await freshKeys(toys);
    const secret = `whsec_${Buffer.from("a secret of 24 bytes....").toString("base64")}`;
    const at = new Date();
    const { stderr } = await printed(["-m", "unittest", "discover", "-s", "tests"], {
      TOYS_URL: toys.address,
      TOYS_KEYS: keys.join(","),
      TOYS_TEST_KEY: await toys.createKey({ mode: "test" }),
      RETRIES: JSON.stringify(retries),
      SIGNED_ID: "msg_1",
      SIGNED_TIMESTAMP: String(Math.floor(at.getTime() / 1000)),
      SIGNED_SIGNATURE: new Webhook(secret).sign("msg_1", at, '{"type":"ping"}'),
      SIGNED_BODY: '{"type":"ping"}',
      SIGNED_SECRET: secret,
    });
    expect(stderr).toMatch(/Ran \d\d tests in .*\n\nOK\n$/s);
  });

  test("has a method for each operation that returns records of its type, and says what it does and costs where an editor looks", async () => {
    const examples = service.registry.entries.map(({ operation, source }) => ({
      source: source.name,
      path: operation.path,
      says: `${operation.summary}: ${operation.price.words}.`,
      example: operation.examples[0],
      record: (operation.record as unknown as { title: string }).title,
    }));
    const program = `
import json, os, winnow_client, winnow_client.models as models
winnow = winnow_client.Winnow()
for each in json.loads(os.environ["EXAMPLES"]):
    source = getattr(winnow, each["source"])
    found = {name: getattr(source, name) for name in dir(source) if not name.startswith("_")}
    name, operation = next((name, one) for name, one in found.items() if one.path == each["path"])
    assert getattr(type(source), name).__doc__.startswith(each["says"]), each
    record = operation(each["example"])[0]
    assert record["@type"] == each["record"], record
    assert set(record) == set(getattr(models, each["record"]).__annotations__), each["record"]
    print(each["path"])
`;
    const { stdout } = await printed(["-c", program], {
      WINNOW_URL: service.address,
      WINNOW_KEY: await service.createKey({ points: 5_000 }),
      EXAMPLES: JSON.stringify(examples),
    });
    expect(stdout.trim().split("\n")).toEqual(examples.map(({ path }) => path));
  });

  test("every example in its README runs", async () => {
    const readme = await readFile(join(here, "README.md"), "utf8");
    const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, text]) => text!);
    const secret = Buffer.from("a secret of 24 bytes....").toString("base64");
    const at = new Date();
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", at, '{"type":"job.succeeded"}'),
    };
    const delivery = `print("delivered", delivered(b'{"type":"job.succeeded"}', ${JSON.stringify(headers)}, "${secret}"))`;
    const { stdout } = await printed(["-c", [...examples, delivery].join("\n")], {
      WINNOW_URL: service.address,
      WINNOW_KEY: await service.createKey({ points: 500 }),
    });
    expect(stdout).toMatch(
      /^at most 10 of 500 points\n20 products, the first costs \d.*\ncost 10, 490 points left, end: count/,
    );
    expect(stdout).toContain(
      "the stream cost 10\n['body.keyword']\n480 points left\n/api/nlretail/products/search 200 10\n",
    );
    expect(stdout).toMatch(/job [0-9a-f-]{36} returned 20 records/);
    expect(stdout).toMatch(/finished\n1 .*\n2 .*\[20, 20, 20\]\n/s);
    expect(stdout).toContain("delivered job.succeeded");
  });

  test("installs with pip from its folder, with its types", async () => {
    const folder = await mkdtemp(join(tmpdir(), "winnow-pip-"));
    try {
      const offline = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--root-user-action=ignore"];
      const copied = join(folder, "source");
      await run("cp", ["-r", here, copied]);
      await printed(["-m", "pip", "install", ...offline, "--target", join(folder, "site"), copied]);
      const program =
        "import winnow_client, os; print(winnow_client.__version__, os.listdir(winnow_client.__path__[0]))";
      const { stdout } = await printed(["-c", program], { PYTHONPATH: join(folder, "site") });
      expect(stdout).toMatch(/^1\.0\.0rc1 .*'py\.typed'/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
