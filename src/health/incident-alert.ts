import type { Kysely } from "kysely";
import { PRACTICE_PREFIX } from "../store/practice-id.ts";
import type { Schema } from "../store/schema.ts";
import type { Check } from "./operator-checks.ts";
import type { Incident } from "./types.ts";

/** Statuses returned for failures of the source or of Winnow's reader. */
const FAILED = [408, 412, 500];

/** Counts calls and accounts since the incident began that got its error or its values. */
const affectedBy = (db: Kysely<Schema>, { operation, kind, opened_at }: Incident) =>
  db
    .selectFrom("requests")
    .where("endpoint", "=", operation)
    .where("account_id", "not like", `${PRACTICE_PREFIX}%`)
    .where("started_at", ">=", opened_at)
    .$if(kind !== "drift", (query) => query.where("status", "in", FAILED))
    .select(({ fn }) => [
      fn.countAll<number>().as("calls"),
      fn.count<number>("account_id").distinct().as("accounts"),
      fn.max("started_at").as("lastSeen"),
    ])
    .executeTakeFirstOrThrow();

/** Returns one condition for each open incident, whichever process opened it, with everything an on-call engineer needs. */
export const incidentCheck = (
  db: Kysely<Schema>,
  openIncidents: () => Promise<Incident[]>,
  publicUrl: string,
): Check => ({
  scope: "source",
  look: async () =>
    Promise.all(
      (await openIncidents()).map(async (incident) => {
        const { no, source, operation, kind, field, blocking, reason, opened_at } = incident;
        const state = blocking ? "down" : "degraded";
        const { calls, accounts, lastSeen } = await affectedBy(db, incident);
        return {
          about: ["source", source, operation, kind, field ?? ""].join("|"),
          type: "source.degraded",
          subject: `${source} is ${state} (incident ${no})`,
          reason: `${operation}: ${reason}`,
          details: {
            incident: no,
            link: publicUrl === "" ? null : `${publicUrl}/admin/incidents/${no}`,
            source,
            operation,
            field,
            source_state: state,
            first_seen: new Date(opened_at).toISOString(),
            last_seen: new Date(lastSeen ?? opened_at).toISOString(),
            calls_affected: calls,
            accounts_affected: accounts,
            suspected_cause: describeCause(incident),
            commands: [`npx winnow incidents show ${no}`, `npx winnow canary ${source}`],
          },
        };
      }),
    ),
});

export function describeCause({ kind, field, details: { code, likely_new_name, measure } }: Incident): string {
  if (likely_new_name) return `The page now calls ${field ?? "a field"} "${likely_new_name}".`;
  if (code === "blocked") return "The site blocks our routes: see routes and rate limits.";
  if (code === "not_responding") return "The site is down, or does not respond from here.";
  if (code === "unreadable") return "The page was rebuilt: the reader needs a change.";
  if (measure?.endsWith(" latency")) return "The site, or the way to it, has become slow.";
  if (kind === "fallback")
    return "The usual form of the site's pages has changed or is gone: the reader needs a change.";
  if (kind === "drift") return "The site's values have changed, or the reader takes them from the wrong place.";
  return "Some requests fail at the site: compare the failing ones with the canary.";
}
