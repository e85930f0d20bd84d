import { type Static, Type } from "typebox";
import { memberRoles } from "../../../accounts/roles.ts";
import { choice, orNull, words } from "../../../contract/shapes.ts";

export const SignOnRole = choice(
  memberRoles.filter((role) => role !== "owner"),
  { description: "The role of people who sign in for the first time." },
);

const SignOnProvider = Type.Object({
  domain: words({ description: "The domain of the members' addresses." }),
  issuer: words({ description: "The address of the provider." }),
  client_id: words(),
  role: SignOnRole,
  required: Type.Boolean({ description: "Whether members other than owners must use it." }),
  proved: Type.Boolean({
    description: "Whether the account has proved that it owns the domain. Nobody signs in before that.",
  }),
  record: Type.Object({ name: words(), value: words() }, { description: "The TXT record that proves the domain." }),
});
export type SignOnProvider = Static<typeof SignOnProvider>;

export const SignOnAnswer = Type.Object({
  provider: orNull(SignOnProvider),
  redirect_uri: words({ description: "To enter at the provider." }),
});
export type SignOnAnswer = Static<typeof SignOnAnswer>;
