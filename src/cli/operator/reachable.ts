import { type Kysely, sql } from "kysely";
import nodemailer from "nodemailer";
import type { Config } from "../../app/config.ts";
import { alertWebhookChannel, traceCollector } from "../../app/open-health.ts";
import { operatorToken } from "../../app/service-secrets.ts";
import { systemClock } from "../../base/clock.ts";
import { errorMessage } from "../../base/thrown.ts";
import { tracesAddress } from "../../health/open-tracing.ts";
import type { Store } from "../../store/open-store.ts";
import type { Schema } from "../../store/schema.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** What `doctor` tries outside the service: it sends a greeting, an alert and a trace, and counts connections. */

const TIMEOUT_MS = 10_000;
/** A job that waits for longer than this has nobody to run it. */
const WAITS_LONG_MS = 60_000;

export async function mail({ smtpUrl }: Config["mail"]): Promise<Finding> {
  if (smtpUrl === "") {
    return warning(
      "mail",
      "no SMTP_URL",
      "Set SMTP_URL so that users get their mails. Until then `npx winnow outbox` lists them.",
    );
  }
  const transport = nodemailer.createTransport(smtpUrl);
  try {
    await transport.verify();
    return ok("mail", "the mail server accepts our login");
  } catch (error) {
    return failed("mail", errorMessage(error).replace(/\n.*/s, ""), "Check SMTP_URL: host, port, user and password.");
  } finally {
    transport.close();
  }
}

/** Sends a test alert: only its receiver knows whether it takes one. */
export async function alertWebhook(config: Config): Promise<Finding[]> {
  if (config.health.alertWebhookUrl === "") return [];
  const words = "Test of the alert webhook by winnow doctor";
  const event = { type: "test" };
  const channel = alertWebhookChannel(config.health, operatorToken(config), systemClock);
  return channel.send({ id: `doctor ${Date.now()}`, subject: words, text: words, event }).then(
    () => [ok("alerts", "the alert webhook took a test alert")],
    (error: unknown) => [
      failed(
        "alerts",
        errorMessage(error),
        "Check ALERT_WEBHOOK_URL and ALERT_WEBHOOK_FORMAT: nobody is told of incidents.",
      ),
    ],
  );
}

/** Sends an export without spans. */
export async function traces(settings: Config["health"]): Promise<Finding[]> {
  const collector = traceCollector(settings);
  if (!collector) return [];
  const cure = "Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS, or unset them: no trace arrives.";
  try {
    const answer = await fetch(tracesAddress(collector), {
      method: "POST",
      headers: { "content-type": "application/json", ...collector.headers },
      body: JSON.stringify({ resourceSpans: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return [ok("traces", "the collector took a test export")];
    return [failed("traces", `the collector answered ${answer.status}`, cure)];
  } catch (error) {
    return [failed("traces", `the collector cannot be reached: ${errorMessage(error)}`, cure)];
  }
}

/** Whether the server has room for the connections of one more process. A pooler has its own limits. */
export async function connections(db: Kysely<Schema>, { pool, pooler }: Config["database"]): Promise<Finding[]> {
  if (pooler !== "none") return [];
  const { rows } = await sql<{ max: number; used: number }>`select
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used
  `.execute(db);
  const { max, used } = rows[0]!;
  const words = `DATABASE_POOL is ${pool}, and ${used} of the server's ${max} connections are in use`;
  if (pool <= max - used) return [ok("connections", words)];
  return [
    warning(
      "connections",
      words,
      `Set DATABASE_POOL to ${Math.max(4, Math.floor((max - used) / 2))} or less, raise max_connections, or put pgbouncer in between.`,
    ),
  ];
}

/** With JOBS_CONCURRENCY=0 only workers run jobs. */
export async function jobs({ db, dialect }: Store, { concurrency }: Config["jobs"]): Promise<Finding[]> {
  if (concurrency > 0) return [];
  if (dialect === "sqlite") {
    return [
      failed(
        "jobs",
        "JOBS_CONCURRENCY is 0, and SQLite has no workers: no job ever runs",
        "Set JOBS_CONCURRENCY to 16, or set DATABASE_URL and start `npx winnow work`.",
      ),
    ];
  }
  const late = await db
    .selectFrom("jobs")
    .where("status", "=", "queued")
    .where("run_after", "<", Date.now() - WAITS_LONG_MS)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const count = Number(late.count);
  if (count === 0) return [ok("jobs", "only workers run jobs, and none waits for one")];
  return [failed("jobs", `${count} jobs have waited for a worker for more than a minute`, "Start `npx winnow work`.")];
}
