import { type Static, Type } from "typebox";
import { anything, choice, instant, integer, listOf, orNull, words } from "../../../contract/shapes.ts";
import { incidentKinds } from "../../../health/status-types.ts";
import { roles } from "./account.ts";
import { freeObject } from "./catalogue.ts";
import { keyFields } from "./keys.ts";
import { MembershipView } from "./members.ts";
import { PageView } from "./requests.ts";

/** Views of the operator's pages. */

export const PersonView = Type.Object({
  id: words(),
  name: words(),
  email: words(),
  email_verified: Type.Boolean(),
  role: choice(roles),
  plan: words(),
  points: integer(),
  created_at: instant(),
  last_login_at: orNull(instant()),
  paused_at: orNull(instant()),
});
export type PersonView = Static<typeof PersonView>;

export const SharedAccount = Type.Object({
  id: words(),
  name: words(),
  owner: orNull(words({ description: "The owner's address; the first one if there are several owners." })),
  members: integer(),
  plan: words(),
  points: integer(),
  created_at: instant(),
});
export type SharedAccount = Static<typeof SharedAccount>;

export const AuditRow = Type.Object({
  no: integer(),
  at: instant(),
  who: words({ description: "An email address, or `command line`." }),
  what: words(),
  subject: words(),
  before: anything(),
  after: anything(),
});
export type AuditRow = Static<typeof AuditRow>;

export const AdminKey = Type.Object({ ...keyFields, account_id: words(), account_email: words() });
export type AdminKey = Static<typeof AdminKey>;

export const PersonDetail = Type.Object({
  person: PersonView,
  accounts: listOf(MembershipView, { description: "The accounts besides the personal one." }),
  keys: listOf(AdminKey),
  audit: listOf(AuditRow),
});
export type PersonDetail = Static<typeof PersonDetail>;

export const AdminSource = Type.Object({
  source: words(),
  title: words(),
  state: choice(["ok", "degraded", "down"]),
  breaker_open: Type.Boolean(),
  ok: integer(),
  failed: integer(),
  last_error_at: orNull(instant()),
  last_error: orNull(words()),
  concurrency: Type.Number({ description: "The politeness in force: the manifest's, or what the operator has set." }),
  per_second: Type.Number(),
  robots: Type.Object({
    state: choice(["stand-in", "ignored", "honoured"], {
      description: "A stand-in has no robots.txt; `ignored` is the operator's decision.",
    }),
    operations: listOf(
      Type.Object({
        operation: words(),
        kind: choice(["allowed", "forbidden", "unknown"]),
        words: words(),
        cure: orNull(words()),
      }),
      { description: "Empty until the site has answered." },
    ),
  }),
  held: orNull(
    Type.Object(
      { state: choice(["open", "closed"]), note: words(), by: words(), at: instant() },
      { description: "An operator's decision; null if the state is automatic." },
    ),
  ),
});
export type AdminSource = Static<typeof AdminSource>;

export const AdminIncident = Type.Object({
  no: integer(),
  source: words(),
  title: words({ description: "The source's name for people." }),
  operation: words(),
  kind: choice(incidentKinds),
  field: orNull(words()),
  state: choice(["down", "degraded"]),
  reason: words({ description: "Technical details; the public status says less." }),
  opened_at: instant(),
  closed_at: orNull(instant()),
  note: orNull(words({ description: "The operator's words, shown on the public status." })),
  before: orNull(Type.Number({ description: "Share of requests that had the field, before and after." })),
  after: orNull(Type.Number()),
  likely_new_name: orNull(words()),
  example_request: orNull(freeObject()),
  structure: orNull(
    Type.Object(
      {
        vanished: listOf(words()),
        appeared: listOf(words()),
        renamed: listOf(Type.Object({ from: words(), to: words() })),
      },
      { description: "Differences from the last good page; null if there was none to compare with." },
    ),
  ),
  has_response: Type.Boolean(),
  has_recording: Type.Boolean(),
});
export type AdminIncident = Static<typeof AdminIncident>;

/** What a recall of an incident would do. */
export const AdminRecallPlan = Type.Object({
  refused: orNull(words({ description: "Why there is nothing to recall; the figures are then 0." })),
  calls: integer(),
  accounts: integer(),
  points: integer({ description: "What these calls cost." }),
  undecided: integer({ description: "Calls that cannot be compared with anything." }),
  well: integer(),
  from: instant(),
  to: instant(),
});
export type AdminRecallPlan = Static<typeof AdminRecallPlan>;

export const AdminIncidentDetail = Type.Object({
  incident: AdminIncident,
  response: orNull(
    Type.Object(
      {
        operation: words(),
        request: freeObject(),
        url: words(),
        status: integer(),
        content_type: orNull(words()),
        bytes: orNull(integer({ description: "Null if the page was too large." })),
      },
      { description: "The saved evidence, and what it shows." },
    ),
  ),
  pages: listOf(PageView, { description: "The pages in the recording." }),
  parse_command: orNull(words()),
  replay_command: orNull(words()),
});
export type AdminIncidentDetail = Static<typeof AdminIncidentDetail>;
