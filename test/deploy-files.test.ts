import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { type DeployFiles, deployProblems } from "../scripts/deploy-rules.ts";
import { NEVER } from "../src/jobs/job-store.ts";
import { openStore, type Store } from "../src/store/open-store.ts";
import { MIGRATED } from "./support/store/postgres-on-demand.ts";
import { freshDatabase } from "./support/store/stores.ts";

const folder = join(import.meta.dirname, "../deploy");
const shipped: DeployFiles = Object.fromEntries(
  globSync(["Containerfile", "*.{yaml,yml,cfg}", "kubernetes/*.yaml"], { cwd: folder }).map((name) => [
    name,
    readFileSync(join(folder, name), "utf8"),
  ]),
);

test("deploy/ agrees with the settings, the endpoints and itself", () => {
  expect(deployProblems(shipped)).toEqual([]);
});

test.each([
  ["compose.yaml", "DATABASE_POOLER:", "DATABASE_POLER:", "there is no setting DATABASE_POLER"],
  ["kubernetes/winnow.yaml", "TRUST_PROXY:", "TRUST_PROXIES:", "there is no setting TRUST_PROXIES"],
  ["Containerfile", "DATA_DIR=", "DATADIR=", "there is no setting DATADIR"],
  ["compose.yaml", 'SHUTDOWN_GRACE: "5"', 'SHUTDOWN_GRACE: "soon"', "SHUTDOWN_GRACE"],
  ["Containerfile", "HOST=0.0.0.0 ", "", "HOST is 127.0.0.1"],
  ["compose.yaml", "stop_grace_period: 35s", "stop_grace_period: 20s", "it is killed after 20 s"],
  ["kubernetes/winnow.yaml", "GracePeriodSeconds: 45", "GracePeriodSeconds: 30", "it is killed after 30 s"],
  ["kubernetes/winnow.yaml", "limits: { memory: 1Gi }", "limits: { memory: 256Mi }", "256Mi, is not enough"],
  ["compose.yaml", "DATABASE_POOLER: transaction", "DATABASE_POOLER: none", "DATABASE_POOLER must be transaction"],
  ["compose.yaml", "POOL_MODE: transaction", "POOL_MODE: session", "POOL_MODE must be transaction"],
  ["compose.yaml", "@pgbouncer:6432", "@postgres:5432", "does not name the port of pgbouncer"],
  ["kubernetes/pgbouncer.yaml", 'MAX_CLIENT_CONN, value: "500"', 'MAX_CLIENT_CONN, value: "300"', "open 360"],
  ["kubernetes/pgbouncer.yaml", 'POOL_SIZE, value: "20"', 'POOL_SIZE, value: "60"', "more connections than PostgreSQL"],
  ["kubernetes/pgbouncer.yaml", "image: edoburu/pgbouncer", "image: other", "30 processes without pgbouncer"],
  ["Containerfile", "EXPOSE 8080", "EXPOSE 8081", "the port is 8080, not 8081"],
  ["haproxy.cfg", " api:8080", " api:80", "the port is 8080, not 80"],
  ["haproxy.cfg", "GET /health/ready", "GET /health", "does not check /health/ready"],
  ["haproxy.cfg", "inter 1s fall 2", "inter 3s fall 2", "notices after 6 s"],
  ["haproxy.cfg", "rise 1 maxconn 4000", "rise 1 maxconn 2000", "fewer than the"],
  ["haproxy.cfg", " resolvers names init-addr none", "", "looks names up at its start only"],
  ["kubernetes/winnow.yaml", "path: /health/ready", "path: /ready", "readinessProbe asks /ready"],
  [
    "kubernetes/winnow.yaml",
    "startupProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 1, failureThreshold: 120 }",
    "",
    "winnow-worker: startupProbe asks nothing",
  ],
  ["kubernetes/workers-by-queue.yaml", 'targetQueryValue: "16"', 'targetQueryValue: "20"', "JOBS_CONCURRENCY"],
  ["kubernetes/winnow.yaml", "automountServiceAccountToken: false", "", "a token for the cluster's API"],
  ["kubernetes/winnow.yaml", "enableServiceLinks: false", "", "addresses of services"],
  ["kubernetes/network-policies.yaml", "policyTypes: [Egress]", "policyTypes: []", "no policy for Egress"],
  ["kubernetes/kustomization.yaml", "digest: sha256:0", "digest: latest", "not named by its digest"],
])("%s is rejected with %s replaced by %s", (file, text, other, problem) => {
  expect(shipped[file]).toContain(text);
  const problems = deployProblems({ ...shipped, [file]: shipped[file]!.replaceAll(text, other) });
  expect(problems).toContainEqual(expect.stringContaining(problem));
});

describe("the query that KEDA uses to scale workers", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir: "", url: await freshDatabase(MIGRATED) });
  });
  afterAll(() => store.close());

  test("counts only jobs that a worker could run now: none that is paused, due later or ended", async () => {
    if (store.dialect !== "postgres") throw new Error(store.dialect);
    const job = (id: string, status: "queued" | "running" | "succeeded", run_after: number) => ({
      id,
      status,
      run_after,
      account_id: "a",
      key_id: "k",
      source: "s",
      endpoint: "/e",
      params: "{}",
      timeout: 60,
      created_at: 0,
      priority: 0,
    });
    const rows = [job("due", "queued", 1), job("runs", "running", 1), job("ended", "succeeded", 1)];
    rows.push(job("paused", "queued", NEVER), job("later", "queued", Date.now() + 3_600_000));
    await store.db.insertInto("jobs").values(rows).execute();
    const [, scaled] = parseAllDocuments(shipped["kubernetes/workers-by-queue.yaml"]!);
    const { query } = scaled!.toJSON().spec.triggers[0].metadata;
    expect((await store.pool.query(query)).rows).toEqual([{ count: 2 }]);
  });
});
