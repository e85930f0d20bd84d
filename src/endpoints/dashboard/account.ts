import { Type } from "typebox";
import { idParameter } from "../../contract/endpoint.ts";
import { choice, emailAddress, given, listOf, password } from "../../contract/shapes.ts";
import { done, download, file, gives, memberGroup, notFound, setCookies } from "./context.ts";
import { exportAccount } from "./queries/export-account.ts";
import { Access, NewSecondFactorAnswer, SessionView } from "./views/account.ts";
import { retentions } from "./views/keys.ts";

const { member, recent } = memberGroup("self", "account");
const withPassword = { body: Type.Object({ password: password() }), examples: [{ password: "correct horse battery" }] };

/** A user's own name, address, password, second factor and sessions, and the deletion of the account. */
export const accountEndpoints = [
  member("POST /name", {
    summary: "Change the name",
    body: Type.Object({ name: given({ maxLength: 120 }) }),
    examples: [{ name: "Ada" }],
    answer: done,
    handle: ({ caller, body }, { auth }) => auth.changeName(body.name, caller.browser),
  }),
  recent("POST /retain", {
    summary: "Choose what is kept of the account's calls",
    needs: "manage",
    body: Type.Object({ retain: choice(retentions) }),
    examples: [{ retain: "none" }],
    answer: done,
    handle: ({ caller, body }, { accounts }) => accounts.setRetain(caller.account.id, body.retain, caller.person.id),
  }),
  member("POST /email/resend", {
    summary: "Send the mail that confirms the address again",
    answer: done,
    async handle({ caller: { person } }, { auth }) {
      await auth.throttle.count("mail by account", person.id);
      await auth.addresses.resend(person.id);
    },
  }),
  recent("POST /email/change", {
    summary: "Change the email address",
    body: Type.Object({ new_email: emailAddress() }),
    examples: [{ new_email: "ada@example.com" }],
    answer: done,
    async handle({ caller: { person }, body }, { auth }) {
      await auth.throttle.count("mail by account", person.id);
      await auth.addresses.askToChange(person.id, body.new_email.toLowerCase());
    },
  }),
  member("POST /password/change", {
    summary: "Change the password",
    body: Type.Object({
      current_password: password(),
      new_password: password(),
      revoke_keys: Type.Boolean({ default: false }),
    }),
    examples: [{ current_password: "correct horse battery", new_password: "staple battery horse" }],
    answer: done,
    async handle({ caller, body: { current_password, new_password, revoke_keys } }, { auth, accounts }) {
      const passwords = { currentPassword: current_password, newPassword: new_password };
      setCookies(caller, await auth.changePassword(caller.person.id, passwords, caller.browser));
      if (revoke_keys) await accounts.revokeKeysOf(caller.person.id, { reason: "password changed" });
    },
  }),
  member("POST /session/confirm", {
    ...withPassword,
    summary: "Enter the password again if the session is old",
    answer: done,
    handle: ({ caller: { person, sessionId }, body }, { auth }) =>
      auth.confirmSession({ accountId: person.id, sessionId }, body.password),
  }),
  member("POST /second-factor", {
    ...withPassword,
    summary: "Start setting up a second factor",
    answer: gives(NewSecondFactorAnswer),
    async handle({ caller, body }, { auth }) {
      const { uri, recoveryCodes } = await auth.secondFactor.begin(caller.person, body.password, caller.browser);
      return { uri, recovery_codes: recoveryCodes };
    },
  }),
  member("POST /second-factor/confirm", {
    summary: "Confirm the second factor with a code",
    body: Type.Object({ code: Type.Unsafe<string>({ type: "string", pattern: "^\\d{6}$", examples: ["123456"] }) }),
    examples: [{ code: "123456" }],
    answer: done,
    async handle({ caller, body }, { auth }) {
      const { cookies } = await auth.secondFactor.check(body.code, caller.browser);
      setCookies(caller, cookies);
      await auth.addresses.tell(caller.person.id, "A second factor was set up for your account");
    },
  }),
  member("DELETE /second-factor", {
    ...withPassword,
    summary: "Remove the second factor",
    answer: done,
    async handle({ caller, body }, { auth }) {
      setCookies(caller, await auth.secondFactor.end(caller.person.id, body.password, caller.browser));
      await auth.addresses.tell(caller.person.id, "The second factor of your account was removed");
    },
  }),
  member("GET /sessions", {
    summary: "Where the person is signed in",
    answer: gives(Type.Object({ sessions: listOf(SessionView) })),
    async handle({ caller: { person, sessionId } }, { auth }) {
      const rows = await auth.sessions.list(person.id);
      return {
        sessions: rows.map((row) => ({
          id: row.id,
          created_at: new Date(row.created_at).getTime(),
          last_seen_at: new Date(row.updated_at).getTime(),
          expires_at: new Date(row.expires_at).getTime(),
          ip_address: row.ip_address ?? "",
          user_agent: row.user_agent ?? "",
          current: row.id === sessionId,
        })),
      };
    },
  }),
  member("DELETE /sessions/{id}", {
    summary: "End a session",
    params: idParameter("session"),
    answer: done,
    async handle({ caller: { person }, params }, { auth }) {
      if (!(await auth.sessions.end(person.id, params.id))) throw notFound();
    },
  }),
  member("DELETE /sessions", {
    summary: "End all other sessions",
    answer: done,
    handle: ({ caller: { person, sessionId } }, { auth }) => auth.sessions.endAll(person.id, sessionId),
  }),
  member("GET /access", {
    summary: "What acts for the account without a session",
    needs: "read",
    answer: gives(Access),
    handle: async ({ caller }, { access }) => ({ access: await access.list(caller.account.id) }),
  }),
  recent("GET /export", {
    summary: "Everything that is stored about the account",
    needs: "own",
    answer: file("application/gzip"),
    handle({ caller: { person, account } }, { store }) {
      const name = account.id === person.id ? person.front_id : account.id;
      return download("application/gzip", `winnow-account-${name}.ndjson.gz`, exportAccount(store, account.id));
    },
  }),
  member("DELETE /account", {
    ...withPassword,
    summary: "Delete the person with the personal account",
    answer: done,
    handle: async ({ caller, body }, { auth }) =>
      setCookies(caller, await auth.deleteAccount(caller.person.id, body.password, caller.browser)),
  }),
];
