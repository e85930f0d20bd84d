import type { Kysely } from "kysely";
import { appendAudit } from "../accounts/audit-log.ts";
import type { Schema } from "../store/schema.ts";
import type { Health } from "./health.ts";

export type HoldState = "closed" | "open" | "auto";

interface Decision {
  /** The user's id, or `command line`. */
  by: string;
  at: number;
}

/** Holds a source closed or open, or returns it to automatic, with an entry in the audit log. */
export async function holdSource(
  db: Kysely<Schema>,
  { store }: Pick<Health, "store">,
  { source, state, note, by, at }: Decision & { source: string; state: HoldState; note: string },
): Promise<void> {
  const before = (await store.overrides()).find((override) => override.source === source) ?? null;
  if (state === "auto") await store.clearOverride(source);
  else await store.setOverride({ source, state, note, by, at });
  const after = { state, note };
  await appendAudit(db, { at, who: by, what: "hold source", subject: source, before, after });
}

/** Ends the pause that a source asked for, with an entry in the audit log. */
export async function resumeSource(
  db: Kysely<Schema>,
  { pauses }: Pick<Health, "pauses">,
  { source, by, at }: Decision & { source: string },
): Promise<void> {
  const until = (await pauses.current(at)).get(source) ?? null;
  await pauses.resume(source, at);
  const change = { before: { paused_until: until }, after: { paused_until: null } };
  await appendAudit(db, { at, who: by, what: "resume source", subject: source, ...change });
}

/** Sets the operator's note on an incident, shown on the status page. False if the incident does not exist. */
export async function noteOnIncident(
  db: Kysely<Schema>,
  { store }: Pick<Health, "store">,
  { no, note, by, at }: Decision & { no: number; note: string },
): Promise<boolean> {
  const incident = await store.findIncident(no);
  if (!incident) return false;
  const words = note.trim() === "" ? null : note.trim();
  await store.noteOnIncident(no, words);
  const change = { before: { note: incident.note }, after: { note: words } };
  await appendAudit(db, { at, who: by, what: "incident note", subject: `incident ${no}`, ...change });
  return true;
}

/** Ends an incident whose values are right after all: every process relearns them. */
export async function acceptIncident(
  db: Kysely<Schema>,
  { store }: Pick<Health, "store">,
  { no, by, at }: Decision & { no: number },
): Promise<void> {
  const incident = await store.findIncident(no);
  if (!incident || incident.closed_at !== null) return;
  await store.acceptIncident(no);
  await store.closeIncident(no, at);
  const change = { before: { open: true }, after: { open: false } };
  await appendAudit(db, { at, who: by, what: "incident accepted", subject: `incident ${no}`, ...change });
}
