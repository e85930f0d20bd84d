import { createHash } from "node:crypto";
import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter } from "better-auth/adapters";
import { describe, expect, test } from "vitest";
import { isWellFormed } from "../accounts/key-secret.ts";
import { AuthFailure, isBetterAuthError, linkIsOver, readable } from "./auth-failure.ts";
import { browserHeaders } from "./browser.ts";
import { standInAddress } from "./credentials.ts";
import { withHashedSessions } from "./hashed-sessions.ts";
import { deviceCookie, knownDevice } from "./known-device.ts";
import { allowAddress, alreadySignedUp, confirmAddress, mail, notice, resetPassword } from "./mails.ts";
import { firstRefreshToken, tokenFamily, tokensAfter } from "./oauth/grants.ts";
import { isRegistered, readRedirectUris } from "./oauth/redirect-uris.ts";
import { Outbox } from "./outbox.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { TooManyAttempts } from "./sign-in-throttle.ts";

describe("failure messages", () => {
  const engineError = (code: string | undefined, statusCode = 400) =>
    Object.assign(new Error("its own words"), {
      name: "APIError",
      statusCode,
      body: code === undefined ? undefined : { code },
    });

  test.each([
    ["INVALID_EMAIL", "Enter a valid email address."],
    ["PASSWORD_TOO_SHORT", "The password is too short."],
    ["PASSWORD_TOO_LONG", "The password may have at most 256 characters."],
    ["INVALID_PASSWORD", "The current password is wrong."],
    ["INVALID_CODE", "This code is incorrect or was used before."],
    ["INVALID_BACKUP_CODE", "This code is incorrect or was used before."],
    ["INVALID_TWO_FACTOR_COOKIE", "The code has expired. Please sign in again."],
    ["TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE", "Too many wrong codes. Please sign in again."],
    ["ACCOUNT_TEMPORARILY_LOCKED", "Too many wrong codes. Please wait a quarter of an hour."],
    ["TOTP_ALREADY_ENABLED", "A second factor is set up already."],
    ["TOTP_NOT_ENABLED", "No second factor is set up."],
    ["BACKUP_CODES_NOT_ENABLED", "No second factor is set up."],
    ["SOMETHING_ELSE", "That is not possible."],
    ["toString", "That is not possible."],
    [undefined, "That is not possible."],
  ])("%s", (code, sentence) => {
    expect(readable(engineError(code))).toMatchObject({
      name: "AuthFailure",
      status: 400,
      message: sentence,
      reason: null,
    });
  });

  test("a missing session is 401 if better-auth gives no other reason", () => {
    expect(readable(engineError(undefined, 401))).toMatchObject({ status: 401 });
    expect(readable(engineError("INVALID_PASSWORD", 401))).toMatchObject({ status: 400 });
    expect(readable(engineError(undefined, 403))).toMatchObject({ status: 400 });
  });

  test("errors from elsewhere are unchanged", () => {
    const own = new Error("disk full");
    expect(readable(own)).toBe(own);
    expect([
      isBetterAuthError(own),
      isBetterAuthError({ name: "APIError" }),
      isBetterAuthError(engineError("x")),
    ]).toEqual([false, false, true]);
  });

  test("an expired link, a reason, and too many attempts", () => {
    expect(linkIsOver()).toMatchObject({ status: 400, message: "This link is no longer valid. Request a new one." });
    expect(new AuthFailure(403, "x", "password_again")).toMatchObject({ status: 403, reason: "password_again" });
    expect(new TooManyAttempts(7)).toMatchObject({
      name: "TooManyAttempts",
      retryAfterSeconds: 7,
      message: "Too many attempts. Please wait a while and try again.",
    });
  });
});

test("better-auth receives the browser's address, and the cookie only on request", () => {
  const browser = { cookie: "a=1", address: "10.0.0.1", userAgent: "browser" };
  expect([...browserHeaders(browser)]).toEqual([
    ["cookie", "a=1"],
    ["user-agent", "browser"],
    ["x-winnow-address", "10.0.0.1"],
  ]);
  expect([...browserHeaders(browser, false)]).toEqual([
    ["user-agent", "browser"],
    ["x-winnow-address", "10.0.0.1"],
  ]);
  expect([...browserHeaders({ cookie: undefined, address: "::1", userAgent: undefined })]).toEqual([
    ["x-winnow-address", "::1"],
  ]);
});

test("a stand-in address is undeliverable and unique", () => {
  expect(standInAddress()).toMatch(/^[0-9a-f-]{36}@unconfirmed\.invalid$/);
  expect(standInAddress()).not.toBe(standInAddress());
});

describe("a known browser", () => {
  const cookie = (secure = false) => deviceCookie("secret", "ada", secure);
  const value = (text: string) => text.split(";")[0]!;

  test("has a cookie for the dashboard only, valid for half a year, that scripts cannot read", () => {
    expect(cookie()).toMatch(
      /^winnow\.device=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/dashboard-api; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie(true)).toMatch(/; SameSite=Strict; Secure$/);
    expect(value(cookie())).not.toBe(value(cookie()));
  });

  test("a known browser is known only to its own account, wherever the cookie appears in the header", () => {
    const known = value(cookie());
    const name = known.slice("winnow.device=".length).split(".")[0];
    for (const cookies of [known, `a=1; ${known}`, `${known}; b=2`, `a=1;${known};b=2`])
      expect(knownDevice("secret", cookies, "ada")).toBe(name);
    expect(knownDevice("secret", known, "bob")).toBeNull();
    expect(knownDevice("other", known, "ada")).toBeNull();
    for (const cookies of [undefined, "", `x${known}`, known.slice(0, -1), `${known}x`, `a=${known}`])
      expect(knownDevice("secret", cookies, "ada")).toBeNull();
    const forged = known.replace(/=./, known.includes("=A") ? "=B" : "=A");
    expect(knownDevice("secret", forged, "ada")).toBeNull();
  });
});

describe("sessions in the store", () => {
  const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
  /** An adapter that records its calls and returns a row. */
  function noted(row: unknown = { id: 1, token: "as stored" }) {
    const calls: unknown[] = [];
    const say = (name: string) => async (call: unknown) => {
      calls.push([name, call]);
      return row;
    };
    const inner = Object.fromEntries(
      ["create", "findOne", "findMany", "update", "delete", "deleteMany"].map((name) => [name, say(name)]),
    );
    const adapter = withHashedSessions(() => inner as unknown as DBAdapter<BetterAuthOptions>)({});
    return { calls, adapter: adapter as unknown as Record<string, (call: unknown) => Promise<unknown>> };
  }
  const byToken = [
    { field: "userId", value: "ada" },
    { field: "token", value: "t0ken" },
  ];
  const hashed = [
    { field: "userId", value: "ada" },
    { field: "token", value: hashOf("t0ken") },
  ];

  test("sessions in the store are created with the hash of their token, and returned with the token", async () => {
    const { adapter, calls } = noted();
    const made = await adapter.create!({ model: "session", data: { token: "t0ken", userId: "ada" } });
    expect(made).toEqual({ id: 1, token: "t0ken" });
    expect(calls).toEqual([["create", { model: "session", data: { token: hashOf("t0ken"), userId: "ada" } }]]);
  });

  test.each(["findOne", "update"])(
    "sessions in the store are found by %s with the hash, and returned with the token that was requested",
    async (name) => {
      const { adapter, calls } = noted();
      expect(await adapter[name]!({ model: "session", where: byToken })).toEqual({ id: 1, token: "t0ken" });
      expect(calls).toEqual([[name, { model: "session", where: hashed }]]);
      expect(await adapter[name]!({ model: "session", where: [byToken[0]] })).toEqual({ id: 1, token: "as stored" });
      expect(await noted(null).adapter[name]!({ model: "session", where: byToken })).toBeNull();
    },
  );

  test.each(["findMany", "delete", "deleteMany"])(
    "sessions in the store are found by %s with the hash",
    async (name) => {
      const { adapter, calls } = noted();
      await adapter[name]!({ model: "session", where: byToken });
      expect(calls).toEqual([[name, { model: "session", where: hashed }]]);
    },
  );

  test("other models are passed through, and so is a token that is not a string", async () => {
    const { adapter, calls } = noted();
    const where = [{ field: "token", value: null }];
    for (const name of ["create", "findOne", "findMany", "update", "delete", "deleteMany"])
      await adapter[name]!({ model: "user", where: byToken, data: { token: "t0ken" } });
    await adapter.create!({ model: "session", data: {} });
    await adapter.findOne!({ model: "session", where });
    await adapter.findMany!({ model: "session" });
    expect(calls.slice(0, 6).map((call) => (call as [string, unknown])[1])).toEqual(
      Array(6).fill({ model: "user", where: byToken, data: { token: "t0ken" } }),
    );
    expect(calls.slice(6)).toEqual([
      ["create", { model: "session", data: {} }],
      ["findOne", { model: "session", where }],
      ["findMany", { model: "session" }],
    ]);
  });

  test("a transaction runs its steps over the same adapter", async () => {
    const { adapter } = noted();
    expect(await adapter.transaction!((async (inside: unknown) => inside === adapter) as never)).toBe(true);
  });
});

test("a mail has its text, its link on a separate line, and our name", () => {
  const link = "https://winnow.example/x?token=1";
  expect(mail("a@b.example", confirmAddress(), link)).toEqual({
    to: "a@b.example",
    subject: "Confirm your address",
    link,
    text: [
      "Open this link to confirm your address. It works once, for one day.",
      "If you did not sign up, ignore this mail. Nobody can use your address without this link.",
      "",
      link,
      "",
      "Winnow",
    ].join("\n"),
  });
  expect(mail("a@b.example", resetPassword, link)).toMatchObject({
    subject: "Choose a new password",
    text: expect.stringMatching(
      /^Open this link to choose a new password\. It works once, for one hour\.\nIf you did not ask/,
    ),
  });
  expect(mail("a@b.example", allowAddress("new@b.example"), link)).toMatchObject({
    subject: "Confirm the change of your address",
    text: expect.stringMatching(
      /wants to change its email address to new@b\.example\.\nOpen this link to allow it\.\n\nhttps:/,
    ),
  });
  expect(mail("a@b.example", alreadySignedUp, link)).toMatchObject({
    subject: "You already have an account",
    text: expect.stringMatching(/^Somebody, perhaps you, signed up .*\nSign in here\. If you forgot/),
  });
  expect(mail("a@b.example", notice("Something changed"), link)).toMatchObject({
    subject: "Something changed",
    text: `Something changed.\nIf this was not you, choose a new password here at once.\n\n${link}\n\nWinnow`,
  });
});

test("the outbox shows the newest fifty mails, newest first, each with its number", () => {
  const outbox = new Outbox();
  expect(outbox.list()).toEqual([]);
  for (let at = 1; at <= 51; at++) outbox.add({ to: "a", subject: `${at}`, text: "", link: null }, at);
  expect([outbox.list().length, outbox.list()[0], outbox.list().at(-1)]).toMatchObject([
    50,
    { id: 51, sentAt: 51 },
    { id: 2 },
  ]);
});

describe("a new password", () => {
  const said = (password: string, about?: string[]) =>
    refuseWeakPassword(password, about).then(
      () => "taken",
      (error: AuthFailure) => `${error.status} ${error.message}`,
    );

  test("has 10 to 256 characters", async () => {
    expect(await said("kT9#mQ2xz")).toBe("400 The password needs at least 10 characters.");
    expect(await said("kT9#mQ2xzp")).toBe("taken");
    expect(await said("x".repeat(256))).toBe("taken");
    expect(await said("x".repeat(257))).toBe("400 The password may have at most 256 characters.");
  });

  test("a new password is not a common one or the user's own name; from 65 characters on, its length suffices", async () => {
    const easy = "400 This password is easy to guess. Choose another, such as three or four unusual words.";
    expect(await said("password123")).toBe(easy);
    expect(await said("aaaaaaaaaaaa")).toBe(easy);
    expect(await said("x".repeat(64))).toBe(easy);
    expect(await said("x".repeat(65))).toBe("taken");
    expect(await said("ada@people.example", ["ada@people.example"])).toBe(easy);
  });

  test("a new password is stored with its hash cost and verified with it; equivalent Unicode forms match", async () => {
    const cost = { memory: 64, passes: 1, parallelism: 1 };
    const hash = await hashPassword("caf\u00e9 caf\u00e9", cost);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword({ hash, password: "cafe\u0301 cafe\u0301" })).toBe(true);
    for (const broken of [`x${hash}`, `${hash}=`, hash.replace("v=19", "v=18"), hash.slice(0, -4)])
      expect(await verifyPassword({ hash: broken, password: "caf\u00e9 caf\u00e9" })).toBe(false);
  });
});

describe("redirect addresses of a program", () => {
  test.each([
    ["https://host.example/callback", true],
    ["http://127.0.0.1:3000/callback", true],
    ["http://[::1]/callback", true],
    ["http://localhost/callback", true],
    ["http://host.example/callback", false],
    ["http://127.0.0.2/callback", false],
    ["https://host.example/#part", false],
    ["https://host.example/#", false],
    ["https://user@host.example/", false],
    ["https://:word@host.example/", false],
    ["cursor://callback", true],
    ["vscode://callback", true],
    ["vscode-insiders://callback", true],
    ["windsurf://callback", true],
    ["zed://callback", true],
    ["com.example.app:/callback", true],
    ["com.example:/callback", true],
    ["example:/callback", false],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["no address", false],
    [`https://host.example/${"x".repeat(500 - 21)}`, true],
    [`https://host.example/${"x".repeat(501 - 21)}`, false],
    [7, false],
  ])("%s: %s", (uri, allowed) => {
    const read = () => readRedirectUris([uri]);
    if (allowed) expect(read()).toEqual([uri]);
    else expect(read).toThrow(expect.objectContaining({ error: "invalid_redirect_uri" }));
  });

  test("redirect addresses of a program are a list of one to ten", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `https://host.example/${at}`);
    expect([readRedirectUris(many(1)).length, readRedirectUris(many(10)).length]).toEqual([1, 10]);
    for (const given of [undefined, "https://host.example/", [], many(11)])
      expect(() => readRedirectUris(given)).toThrow("redirect_uris is a list of 1 to 10 addresses.");
  });

  test.each([
    ["https://host.example/cb", "https://host.example/cb", true],
    ["https://host.example/cb", "https://host.example:8443/cb", false],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb", true],
    ["http://127.0.0.1/cb", "http://127.0.0.1:2/cb", true],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:2/other", false],
    ["http://127.0.0.1:1/cb", "http://localhost:1/cb", false],
    ["https://127.0.0.1:1/cb", "http://127.0.0.1:2/cb", false],
    ["http://127.0.0.1:1/cb", "http://host.example:1/cb", false],
    ["http://127.0.0.1:1/cb", "http://127.0.0.1:1/cb#", false],
    ["cursor://cb", "cursor://other", false],
  ])("registered as %s, requested as %s: %s", (registered, uri, is) => {
    expect(isRegistered(uri, ["https://else.example/", registered])).toBe(is);
  });
});

test("a refresh token keeps its prefix, which identifies its family, and nothing else", () => {
  const first = firstRefreshToken();
  expect(first).toMatch(/^wnr_[0-9A-Za-z]{64}$/);
  const { refresh: next, access } = tokensAfter(first, "a secret of the service");
  expect(tokensAfter(first, "a secret of the service")).toEqual({ refresh: next, access });
  const elsewhere = tokensAfter(first, "another secret");
  expect([elsewhere.refresh === next, elsewhere.access === access, isWellFormed(access)]).toEqual([false, false, true]);
  expect(next).toMatch(/^wnr_[0-9A-Za-z]{64}$/);
  expect([next.slice(0, 28) === first.slice(0, 28), next === first]).toEqual([true, false]);
  expect(tokenFamily(next)).toBe(tokenFamily(first));
  expect(tokenFamily(firstRefreshToken())).not.toBe(tokenFamily(first));
});
