import { Type } from "typebox";
import type { Standing } from "../../../accounts/types.ts";
import type { SessionView } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import { exportAccount } from "../queries/export-account.ts";
import { forgetAccount } from "../queries/forget-account.ts";
import { type GuardedRoutes, setCookies } from "../session.ts";

const Password = Type.String({ minLength: 1, maxLength: 1000 });
const Name = Type.Object({ name: Type.String({ minLength: 1, maxLength: 120 }) });
const NewEmail = Type.Object({ new_email: Type.String({ maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$" }) });
const NewPassword = Type.Object({
  current_password: Password,
  new_password: Password,
  revoke_keys: Type.Boolean({ default: false }),
});
const Goodbye = Type.Object({ password: Password });

/** A person's own name, address, password, sessions, and the end of the account. */
export function registerAccountRoutes({ member, recent }: GuardedRoutes, parts: DashboardParts): void {
  const { auth, accounts, store, access } = parts;

  member("POST", "/name", { body: Name }, async ({ body, caller }) => {
    await auth.changeName(body.name, caller);
    return { done: true };
  });

  member("POST", "/email/resend", {}, async ({ person }) => {
    await auth.throttle.count("mail by account", person.id);
    await auth.addresses.resend(person.id);
    return { done: true };
  });

  recent("POST", "/email/change", { body: NewEmail }, async ({ person, body }) => {
    await auth.throttle.count("mail by account", person.id);
    await auth.addresses.askToChange(person.id, body.new_email.toLowerCase());
    return { done: true };
  });

  member("POST", "/password/change", { body: NewPassword }, async ({ person, body, caller, reply }) => {
    const { current_password, new_password, revoke_keys } = body;
    setCookies(
      reply,
      await auth.changePassword(person.id, { currentPassword: current_password, newPassword: new_password }, caller),
    );
    if (revoke_keys) await accounts.revokeKeysOf(person.id, { reason: "password changed" });
    return { done: true };
  });

  member("GET", "/sessions", {}, async ({ person, sessionId }): Promise<{ sessions: SessionView[] }> => {
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
  });

  member("DELETE", "/sessions/:id", {}, async ({ person, params }) => {
    if (!(await auth.sessions.end(person.id, params.id!))) throw notFound();
    return { done: true };
  });

  member("DELETE", "/sessions", {}, async ({ person, sessionId }) => {
    await auth.sessions.endAll(person.id, sessionId);
    return { done: true };
  });

  member(
    "GET",
    "/access",
    {},
    async ({ person }): Promise<{ access: Standing[] }> => ({
      access: await access.list(person.id),
    }),
  );

  recent("GET", "/export", {}, ({ person, reply }) =>
    reply
      .headers({
        "content-type": "application/gzip",
        "content-disposition": `attachment; filename="winnow-account-${person.front_id}.ndjson.gz"`,
      })
      .send(exportAccount(store, person.id)),
  );

  member("DELETE", "/account", { body: Goodbye }, async ({ person, body, caller, reply }) => {
    const cookies = await auth.deletePerson(person.id, body.password, caller);
    await accounts.revokeKeysOf(person.id, { reason: "account deleted" });
    await forgetAccount(store.db, person.id);
    setCookies(reply, cookies);
    return { done: true };
  });
}
