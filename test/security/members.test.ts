import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { limits } from "../../src/limits/limits.ts";
import type { Visitor } from "../support/dashboard/dashboard.ts";
import { teamSuite } from "../support/dashboard/team.ts";
import { describeOnDrawnStores } from "../support/store/stores.ts";

/** Accounts of several people: what somebody tries who was invited, removed, or never asked. */

const PASSWORD = "correct horse battery";

describeOnDrawnStores("an account of several people", (fresh) => {
  const { visitor, address, store, signedUp, tab, invite, joined, newKey, team } = teamSuite(fresh);

  const roles = async () => {
    const { body } = await tab(team.owner).get("/members");
    return new Map<string, string>(body.members.map(({ id, role }: { id: string; role: string }) => [id, role]));
  };

  const works = async (key: string) =>
    (await fetch(`${address()}/token/statistic`, { headers: { "access-token": key } })).status;

  describe("an invitation", () => {
    test("an invitation that was forwarded is refused to another address, and still works for its own", async () => {
      const [ada, eve] = [await signedUp("ada"), await signedUp("eve")];
      const token = await invite(ada.email);
      for (const path of ["/invitations/open", "/invitations/accept"]) {
        const { status, body } = await eve.who.post(path, { token });
        expect([status, body.detail]).toEqual([403, expect.stringContaining("for another address")]);
        expect(JSON.stringify(body)).not.toContain(ada.email);
      }
      expect((await ada.who.post("/invitations/open", { token })).body).toEqual({ account: "Shop", role: "developer" });
      expect((await ada.who.post("/invitations/accept", { token })).status).toBe(200);
      expect((await roles()).get(eve.id)).toBeUndefined();
    });

    test("confirms the address that it was sent to, once it is accepted, unless somebody else has confirmed it", async () => {
      const email = "invited@people.example";
      const [ada, eve] = [visitor(), visitor()];
      await ada.signUp(email);
      await eve.signUp(email, "another horse battery");
      const token = await invite(email);
      expect((await ada.post("/invitations/open", { token })).body).toEqual({ account: "Shop", role: "developer" });
      expect((await ada.get("/session")).body.me.email_verified).toBe(false);
      expect((await ada.post("/invitations/accept", { token })).body).toEqual({ id: team.account });
      expect((await tab(ada).get("/session")).body.me).toMatchObject({ email, email_verified: true });
      const again = await tab(team.owner).post("/invitations", { email: "other@people.example", role: "viewer" });
      await store((db) => db.updateTable("invitations").set({ email }).where("id", "=", again.body.id).execute());
      const second = await vi.waitFor(() => team.owner.tokenTo("other@people.example", "You are invited to Shop"));
      expect((await eve.post("/invitations/accept", { token: second })).status).toBe(400);
      expect((await eve.get("/session")).body.me.email_verified).toBe(false);
    });

    test("does not follow a person to another address", async () => {
      const ada = await signedUp("ada");
      const token = await invite(ada.email);
      await store((db) =>
        db
          .updateTable("people")
          .set({ email: `new-${ada.email}` })
          .where("id", "=", ada.id)
          .execute(),
      );
      expect((await ada.who.post("/invitations/accept", { token })).status).toBe(403);
      expect((await roles()).get(ada.id)).toBeUndefined();
    });

    test("an invitation that is accepted several times at once makes one member, once", async () => {
      const ada = await signedUp("ada");
      const token = await invite(ada.email);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => ada.who.post("/invitations/accept", { token })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      await tab(team.owner).post(`/members/${ada.id}/remove`);
      expect((await ada.who.post("/invitations/accept", { token })).status).toBe(400);
      expect((await roles()).get(ada.id)).toBeUndefined();
    });

    test("ends when it is revoked, after a week, and with a new link", async () => {
      const ada = await signedUp("ada");
      const token = await invite(ada.email);
      const { invitations } = (await tab(team.owner).get("/members")).body;
      const { id } = invitations.find(({ email }: { email: string }) => email === ada.email);
      expect(JSON.stringify(invitations)).not.toContain(createHash("sha256").update(token).digest("base64url"));
      const expire = (at: number) =>
        store((db) => db.updateTable("invitations").set({ expires_at: at }).where("id", "=", id).execute());
      await expire(1);
      expect((await ada.who.post("/invitations/accept", { token })).status).toBe(400);
      await expire(Number.MAX_SAFE_INTEGER);
      const stranger = await signedUp("eve");
      expect((await tab(stranger.who).delete(`/invitations/${id}`)).status).toBe(404);
      expect((await tab(team.owner).delete(`/invitations/${id}`)).status).toBe(200);
      expect((await ada.who.post("/invitations/accept", { token })).status).toBe(400);
    });

    test("an invitation of an owner is for owners; an account has at most limits.invitations, and limits.members members", async () => {
      const admin = await joined("admin");
      const refused = await tab(admin.who).post("/invitations", { email: "x@people.example", role: "owner" });
      expect([refused.status, refused.body.detail]).toEqual([400, "Only an owner can invite an owner."]);
      const ada = await signedUp("ada");
      const token = await invite(ada.email);
      await store(async (db) => {
        const rows = Array.from({ length: limits.members.max }, (_, at) => ({
          account_id: team.account,
          person_id: `filler ${at}`,
          role: "viewer" as const,
          created_at: 1,
        }));
        await db.insertInto("members").values(rows).execute();
      });
      const full = await ada.who.post("/invitations/accept", { token });
      expect([full.status, full.body.detail]).toEqual([400, "An account has at most 100 members."]);
      await store(async (db) => {
        await db.deleteFrom("members").where("person_id", "like", "filler %").execute();
        const rows = Array.from({ length: limits.invitations.max }, (_, at) => ({
          id: `filler ${at}`,
          account_id: team.account,
          email: `filler${at}@people.example`,
          role: "viewer" as const,
          invited_by: "filler",
          created_at: 1,
          expires_at: Number.MAX_SAFE_INTEGER,
        }));
        await db.insertInto("invitations").values(rows).execute();
      });
      const many = await tab(team.owner).post("/invitations", { email: "more@people.example", role: "viewer" });
      expect([many.status, many.body.detail]).toEqual([400, "An account has at most 50 open invitations."]);
      await store((db) => db.deleteFrom("invitations").where("invited_by", "=", "filler").execute());
    });
  });

  test("a person sends at most limits.invitationsSent invitations an hour", async () => {
    const boss = await signedUp("boss");
    const { id } = (await boss.who.post("/accounts", { name: "Shop" })).body;
    const { max } = limits.invitationsSent;
    for (let sent = 0; sent <= max; sent++) {
      const { status } = await tab(boss.who, id).post("/invitations", {
        email: `to${sent}@people.example`,
        role: "viewer",
      });
      expect([sent, status]).toEqual([sent, sent < max ? 200 : 429]);
    }
  });

  describe("a member who is removed", () => {
    test("has nothing of the account in the same tab a moment later, and everything of their own", async () => {
      const ada = await joined();
      const { secret: key } = await newKey(ada.who);
      expect([(await tab(ada.who).get("/keys")).status, await works(key), await works(ada.key)]).toEqual([
        200, 200, 200,
      ]);
      expect((await tab(team.owner).post(`/members/${ada.id}/remove`)).status).toBe(200);
      for (const path of ["/keys", "/usage", "/requests", "/members", "/ledger", "/webhooks", "/jobs"])
        expect([path, (await tab(ada.who).get(path)).status]).toEqual([path, 404]);
      expect((await tab(ada.who).post("/playground/run", {})).status).toBe(404);
      expect([await works(key), await works(ada.key)]).toEqual([401, 200]);
      expect((await ada.who.get("/keys")).status).toBe(200);
    });

    test("during a call: it ends as it began, and the next one is refused", async () => {
      const ada = await joined();
      const changes = Array.from({ length: 8 }, () =>
        tab(ada.who).post("/saved-calls", { name: "x", operation: "/no" }),
      );
      await tab(team.owner).post(`/members/${ada.id}/remove`);
      for (const { status } of await Promise.all(changes)) expect([404, 422]).toContain(status);
      expect((await tab(ada.who).get("/saved-calls")).body.detail).toBe("There is no such account.");
    });

    test("loses what programs got for the account at once, but not what they got for their own", async () => {
      const ada = await joined();
      const bob = await joined();
      const grant = async (who: Visitor, id: string | null) => {
        const tokens = await authorized(who, id);
        return { ...tokens, mcp: () => callMcp(tokens.access_token) };
      };
      const [adas, bobs, own] = [
        await grant(ada.who, team.account),
        await grant(bob.who, team.account),
        await grant(ada.who, null),
      ];
      expect([await adas.mcp(), await bobs.mcp(), await own.mcp()]).toEqual([200, 200, 200]);
      await tab(team.owner).post(`/members/${ada.id}/remove`, { keys: "hand over" });
      expect([await adas.mcp(), await bobs.mcp(), await own.mcp()]).toEqual([401, 200, 200]);
      const again = { grant_type: "refresh_token", client_id: adas.client, refresh_token: adas.refresh_token };
      expect((await form("/oauth/token", again)).error).toBe("invalid_grant");
    });

    test("cannot exchange a code that they had got before", async () => {
      const ada = await joined();
      const { client, code } = await consented(ada.who, team.account);
      await tab(team.owner).post(`/members/${ada.id}/remove`);
      expect((await form("/oauth/token", redeeming(client, code))).error).toBe("invalid_grant");
    });
  });

  test("a tab acts on the account that it shows, whatever other tabs do, and a file's address names its own", async () => {
    const ada = await joined("viewer");
    const [here, own] = [tab(ada.who), tab(ada.who, ada.id)];
    expect((await here.post("/saved-calls", {})).status).toBe(403);
    expect((await own.get("/session")).body.me.account).toMatchObject({ id: ada.id, name: null, role: "owner" });
    const reader = { id: team.account, name: "Shop", role: "viewer", may: ["self", "read"] };
    expect((await here.get("/session")).body.me.account).toEqual(reader);
    expect((await ada.who.get(`/usage.csv?days=7&x-account=${team.account}`)).status).toBe(200);
    const stranger = await signedUp("eve");
    expect((await stranger.who.get(`/usage.csv?days=7&x-account=${team.account}`)).status).toBe(404);
  });

  test("a member sees the key that is not theirs, and may not change it", async () => {
    const ada = await joined();
    const { key } = await newKey(team.owner);
    expect((await tab(ada.who).get(`/keys/${key.id}`)).status).toBe(200);
    expect((await tab(ada.who).delete(`/keys/${key.id}`)).status).toBe(403);
    expect((await tab(ada.who).post(`/keys/${key.id}/rotate`, { overlap_hours: 0 })).status).toBe(403);
    const { key: own } = await newKey(ada.who, { manages_delivery: true });
    expect(own.manages_delivery).toBe(false);
    const raised = await tab(ada.who).patch(`/keys/${own.id}`, { manages_delivery: true });
    expect(raised.status).toBe(403);
  });

  test("owners and admins see who changed what in their account, and nothing of another account or of the operator", async () => {
    const [boss, ada] = [await joined("owner"), await joined("developer")];
    const admin = await joined("admin");
    await tab(boss.who).post(`/members/${ada.id}/remove`);
    await store((db) =>
      db
        .insertInto("audit_log")
        .values({ at: 1, who: "command line", what: "set plan", subject: team.account, before: null, after: null })
        .execute(),
    );
    const other = (await boss.who.post("/accounts", { name: "Other" })).body.id;
    const audit = (await tab(admin.who).get("/account/audit")).body.rows;
    expect(audit[0]).toMatchObject({ who: boss.email, what: "member removed", before: { member: ada.email } });
    expect(audit.map(({ what }: { what: string }) => what)).not.toContain("set plan");
    expect(new Set(audit.map(({ subject }: { subject: string }) => subject))).toEqual(new Set(["Shop"]));
    expect((await tab(boss.who, other).get("/account/audit")).body.rows).toMatchObject([{ what: "account created" }]);
    // A page begins after the last row of the one before.
    const first = (await tab(admin.who).get("/account/audit?limit=1")).body;
    const second = (await tab(admin.who).get(`/account/audit?limit=1&cursor=${first.next_cursor}`)).body;
    expect([...first.rows, ...second.rows]).toEqual(audit.slice(0, 2));
    expect((await tab(admin.who, other).get("/account/audit")).status).toBe(404);
    expect((await boss.who.get("/account/audit")).status).toBe(404);
  });

  test("an account is deleted by an owner with the password, and then exists for nobody; its people stay", async () => {
    const [boss, ada] = [await signedUp("boss"), await signedUp("ada")];
    const { id } = (await boss.who.post("/accounts", { name: "Shop" })).body;
    await store((db) =>
      db.insertInto("members").values({ account_id: id, person_id: ada.id, role: "admin", created_at: 1 }).execute(),
    );
    const { secret: key } = await newKey(ada.who, {}, id);
    expect(await works(key)).toBe(200);
    expect((await tab(ada.who, id).post("/account/delete", { password: PASSWORD })).status).toBe(403);
    expect((await tab(boss.who, id).post("/account/delete", { password: "wrong password" })).status).toBe(400);
    expect((await tab(boss.who, id).post("/account/delete", { password: PASSWORD })).status).toBe(200);
    expect((await boss.who.post("/account/delete", { password: PASSWORD })).status).toBe(404);
    expect([await works(key), (await tab(boss.who, id).get("/keys")).status]).toEqual([401, 404]);
    expect([(await boss.who.get("/keys")).status, (await ada.who.get("/accounts")).body]).toEqual([
      200,
      { accounts: [] },
    ]);
  });

  const CALLBACK = "http://127.0.0.1:47111/callback";
  const VERIFIER = "v".repeat(50);

  async function form(path: string, params: Record<string, string>) {
    const answer = await fetch(`${address()}${path}`, { method: "POST", body: new URLSearchParams(params) });
    return (await answer.json()) as Record<string, string>;
  }

  test("a program is let in for the account that the consent page named, also when it asks in another tab", async () => {
    const ada = await joined();
    const { client } = await consented(ada.who, null);
    const asked = { request: authorizing(client) };
    expect((await tab(ada.who).post("/oauth/request", asked)).body.account).toBe("Shop");
    expect((await ada.who.post("/oauth/request", asked)).body.account).toBeNull();
    await authorized(ada.who, team.account);
    const names = async (keys: Promise<{ body: { keys: Array<{ name: string; person_id: string }> } }>) =>
      (await keys).body.keys.filter(({ person_id }) => person_id === ada.id).map(({ name }) => name);
    expect(await names(tab(ada.who).get("/keys"))).toEqual(["A program"]);
    expect(await names(ada.who.get("/keys"))).not.toContain("A program");
  });

  const authorizing = (client: string) => ({
    response_type: "code",
    client_id: client,
    redirect_uri: CALLBACK,
    code_challenge_method: "S256",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  });

  const redeeming = (client: string, code: string) => ({
    grant_type: "authorization_code",
    client_id: client,
    code,
    code_verifier: VERIFIER,
  });

  let program: Promise<string> | null = null;
  /** One program that everybody uses. */
  const registered = () =>
    (program ??= fetch(`${address()}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "A program", redirect_uris: [CALLBACK] }),
    }).then(async (answer) => ((await answer.json()) as { client_id: string }).client_id));

  async function consented(who: Visitor, id: string | null) {
    const client = await registered();
    const request = authorizing(client);
    const consent = { request, allow: true, sources: null, spending_cap: null };
    const { body } = await (id === null
      ? who.post("/oauth/consent", consent)
      : tab(who, id).post("/oauth/consent", consent));
    return { client, code: new URL(body.redirect).searchParams.get("code")! };
  }

  async function authorized(who: Visitor, id: string | null) {
    const { client, code } = await consented(who, id);
    const tokens = (await form("/oauth/token", redeeming(client, code))) as Record<
      "access_token" | "refresh_token",
      string
    >;
    return { client, ...tokens };
  }

  const callMcp = async (token: string) =>
    (
      await fetch(`${address()}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      })
    ).status;
});
