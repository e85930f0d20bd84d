import { type Static, Type } from "typebox";
import { memberRoles, permissionNames } from "../../../accounts/roles.ts";
import { delegatedKindNames, delegatedStates } from "../../../accounts/types.ts";
import { choice, instant, integer, listOf, orNull, words } from "../../../contract/shapes.ts";
import { retentions } from "./keys.ts";

/** Users, their sessions and the programs that act for them. Times are milliseconds since 1970, here and in the other views. */

export const roles = ["member", "admin"] as const;

export const Me = Type.Object({
  id: words(),
  name: words(),
  email: words(),
  email_verified: Type.Boolean(),
  second_factor: Type.Boolean(),
  role: choice(roles),
  account: Type.Object({
    id: words(),
    name: orNull(words({ description: "Null for the personal account." })),
    role: choice(memberRoles, { description: "The person's role in it." }),
    may: listOf(choice(permissionNames), { description: "What the role allows." }),
  }),
  plan: words(),
  points: integer(),
  waiting_points: integer({ description: "The points that come when the address is confirmed." }),
  created_at: instant(),
  retain: choice(retentions, { description: "`none`: nothing is kept of any call of the account." }),
});
export type Me = Static<typeof Me>;

export const SessionAnswer = Type.Object({
  me: orNull(Me),
  outbox: Type.Boolean({ description: "True if mails are not sent: they are on the outbox page." }),
  welcome_points: integer({ description: "The points of a new account, which come when its address is confirmed." }),
});
export type SessionAnswer = Static<typeof SessionAnswer>;

const yes = Type.Literal(true);
export const Done = Type.Object({ done: yes });

/** The signed-in user, or that a code of the second factor is required. */
export const SignInAnswer = Type.Union([Type.Object({ me: Me }), Type.Object({ second_factor: yes })]);
export type SignInAnswer = Static<typeof SignInAnswer>;

/** The result of opening a mail's link. Without a session of the account that requested it, its password is required. */
export const OpenedLink = Type.Union([
  Done,
  Type.Object({ done: Type.Literal(false), needs: Type.Literal("password") }),
]);
export type OpenedLink = Static<typeof OpenedLink>;

export const Delegated = Type.Object({
  kind: choice(delegatedKindNames),
  id: words(),
  name: words(),
  made_by: orNull(words({ description: "The name of the person who set it up." })),
  created_at: orNull(instant({ description: "Where it is known." })),
  state: choice(delegatedStates, { description: "Stopped work can be resumed; ended work cannot." }),
});
export type Delegated = Static<typeof Delegated>;

export const Access = Type.Object({ access: listOf(Delegated) });
export type Access = Static<typeof Access>;

export const ResetAnswer = Type.Object({
  done: yes,
  review: listOf(Delegated, { description: "What acts for the account on its own, and its state after the reset." }),
});
export type ResetAnswer = Static<typeof ResetAnswer>;

export const NewSecondFactorAnswer = Type.Object({
  uri: words({ description: "`otpauth://`: for the authenticator app." }),
  recovery_codes: listOf(words(), { description: "Each works once. They are shown only now." }),
});
export type NewSecondFactorAnswer = Static<typeof NewSecondFactorAnswer>;

export const SignUpAnswer = Type.Object({
  me: Me,
  api_key: words({ description: "The first key; shown only now." }),
});
export type SignUpAnswer = Static<typeof SignUpAnswer>;

export const SessionView = Type.Object({
  id: words(),
  created_at: instant(),
  last_seen_at: instant(),
  expires_at: instant(),
  ip_address: words(),
  user_agent: words(),
  current: Type.Boolean(),
});
export type SessionView = Static<typeof SessionView>;

export const OutboxMail = Type.Object({
  id: integer(),
  to: words(),
  subject: words(),
  text: words(),
  link: orNull(words()),
  sent_at: instant(),
});
export type OutboxMail = Static<typeof OutboxMail>;

export const AlertsAnswer = Type.Object({
  points_levels: listOf(integer(), { description: "Percents of used points at which a mail is sent." }),
  all_points_levels: listOf(integer(), { description: "Those that can be chosen." }),
});
export type AlertsAnswer = Static<typeof AlertsAnswer>;

const ConsentQuestion = Type.Object({
  client: words({ description: "The program that requests access." }),
  goes_to: words(),
  account: orNull(words({ description: "The account that the program would use; null for the personal one." })),
  sources: orNull(listOf(words(), { description: "Requested sources; null for all." })),
});
export type ConsentQuestion = Static<typeof ConsentQuestion>;

export const ConsentAnswer = Type.Object({ redirect: words({ description: "Where the program waits." }) });
export type ConsentAnswer = Static<typeof ConsentAnswer>;

/** The consent page, or where the browser goes if the program's request is invalid. */
export const ConsentView = Type.Union([ConsentAnswer, ConsentQuestion]);
export type ConsentView = Static<typeof ConsentView>;
