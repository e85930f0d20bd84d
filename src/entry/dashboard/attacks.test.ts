import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";

const { visitor, address } = dashboardSuite();

let ada: Visitor;

beforeAll(async () => {
  ada = visitor();
  await ada.signUp("ada@people.example");
});

const change = { method: "POST", path: "/keys", body: newKey("Forged") };

function newKey(name: string) {
  return { name, usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
}

describe("CSRF", () => {
  test.each([
    ["a form of another site", { "sec-fetch-site": "cross-site" }],
    ["a page of a sister site", { "sec-fetch-site": "same-site" }],
    ["a script of another origin", { origin: "https://evil.example" }],
    ["a sandboxed frame", { origin: "null" }],
  ])("by %s is rejected and changes nothing", async (_, headers) => {
    const before = (await ada.get("/keys")).body.keys.length;
    const { status } = await ada.call(change.method, change.path, change.body, headers);
    expect(status).toBe(403);
    expect((await ada.get("/keys")).body.keys).toHaveLength(before);
  });

  test("without the dashboard's own header is rejected, even if the browser sends no origin", async () => {
    const response = await fetch(`${address()}/dashboard-api/keys`, {
      method: "POST",
      headers: { cookie: ada.cookie, "content-type": "application/json" },
      body: JSON.stringify(change.body),
    });
    expect(response.status).toBe(403);
  });

  test("CSRF of a sign-in (with the attacker's account) is rejected", async () => {
    const { status, headers } = await visitor().call(
      "POST",
      "/sign-in",
      { email: "ada@people.example", password: "correct horse battery" },
      { "sec-fetch-site": "cross-site" },
    );
    expect(status).toBe(403);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test("a body that a form could send is not read", async () => {
    const response = await fetch(`${address()}/dashboard-api/keys`, {
      method: "POST",
      headers: { cookie: ada.cookie, "x-winnow-dashboard": "1", "content-type": "text/plain" },
      body: JSON.stringify(change.body),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  test("the same call from the dashboard itself is accepted", async () => {
    const { status } = await ada.call(change.method, change.path, newKey("Mine"), {
      origin: address(),
      "sec-fetch-site": "same-origin",
    });
    expect(status).toBe(200);
  });
});

describe("a session", () => {
  test("planted before signing in is replaced at sign-in", async () => {
    const bob = visitor();
    bob.cookie = "winnow.session_token=planted.by-somebody";
    await bob.signUp("bob@people.example");
    expect(bob.cookie).not.toContain("planted");
    const first = bob.cookie;
    await bob.post("/sign-in", { email: "bob@people.example", password: "correct horse battery" });
    expect(bob.cookie).not.toBe(first);
    const thief = visitor();
    thief.cookie = "winnow.session_token=planted.by-somebody";
    expect((await thief.get("/session")).body.me).toBeNull();
  });

  test("ends for good at sign-out", async () => {
    const carl = visitor();
    await carl.signUp("carl@people.example");
    const stolen = carl.cookie;
    await carl.post("/sign-out");
    const thief = visitor();
    thief.cookie = stolen;
    expect((await thief.get("/keys")).status).toBe(401);
  });
});

describe("guessing", () => {
  test("a password is stopped with 429 and a time to wait, even for the right one", async () => {
    await visitor().signUp("dora@people.example");
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const { status } = await visitor().post("/sign-in", { email: "dora@people.example", password: `guess ${i}` });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(3).fill(429)]);
    const right = await visitor().post("/sign-in", { email: "dora@people.example", password: "correct horse battery" });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("which addresses have an account gets the same responses", async () => {
    const shape = (answer: { status: number; body: any; headers: Headers }) => ({
      status: answer.status,
      fields: Object.keys(answer.body).concat(Object.keys(answer.body.me ?? {})),
      cookies: answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0]),
    });
    const signUp = (email: string) => visitor().post("/sign-up", { name: "X", email, password: "a long password" });
    const [taken, free] = [await signUp("ada@people.example"), await signUp("new@people.example")];
    expect(shape(taken)).toEqual(shape(free));
    expect(taken.body.me.email).toBe("ada@people.example");
    const wrong = (email: string) => visitor().post("/sign-in", { email, password: "not this one" });
    const [known, unknown] = [await wrong("ada@people.example"), await wrong("nobody@people.example")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const forgot = (email: string) => visitor().post("/password/forgot", { email });
    expect((await forgot("ada@people.example")).body).toEqual((await forgot("nobody@people.example")).body);
  });
});

describe("links in mails", () => {
  test("point to this service whatever the Host header says", async () => {
    const response = await fetch(`${address()}/dashboard-api/password/forgot`, {
      method: "POST",
      headers: { "x-winnow-dashboard": "1", "content-type": "application/json", "x-forwarded-host": "evil.example" },
      body: JSON.stringify({ email: "ada@people.example" }),
    });
    expect(response.status).toBe(200);
    expect(new URL((await ada.mailTo("ada@people.example")).link!).origin).toBe(address());
  });

  test("cannot be made to lead elsewhere: no response of the API redirects", async () => {
    const paths = ["/session", "/outbox", "/keys", "/nothing"].flatMap((path) => [
      `${path}?next=https://evil.example`,
      `${path}?callbackURL=//evil.example`,
    ]);
    for (const path of paths) {
      const response = await fetch(`${address()}/dashboard-api${path}`, { redirect: "manual" });
      expect(response.status < 300 || response.status >= 400).toBe(true);
      expect(response.headers.get("location")).toBeNull();
    }
  });
});

describe("a page", () => {
  test("allows no inline script and no frame, and no content sniffing", async () => {
    const { headers } = await fetch(`${address()}/keys`);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.split(";").find((part) => part.includes("script-src"))).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    "/assets/../../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/..%2finputs.json",
    "/inputs.json",
    "/index.html/../x",
  ])("serves no file outside its folder: %s", async (path) => {
    const { status, text } = await raw(path);
    expect(status).toBe(404);
    expect(text).not.toContain("dependencies");
  });
});

/** A request whose path no client has normalised. */
async function raw(path: string): Promise<{ status: number; text: string }> {
  const { request } = await import("node:http");
  const { hostname, port } = new URL(address());
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode!, text }));
    })
      .on("error", reject)
      .end();
  });
}

describe("a call that did not come from the dashboard", () => {
  const dashboard = { "x-winnow-dashboard": "1" };
  test.each([
    ["without the header", {}, 403],
    ["of another site", { ...dashboard, "sec-fetch-site": "cross-site" }, 403],
    ["of a neighbour", { ...dashboard, "sec-fetch-site": "same-site" }, 403],
    ["typed in", { ...dashboard, "sec-fetch-site": "none" }, 403],
    ["of another origin", { ...dashboard, origin: "https://evil.example" }, 403],
    ["of no origin", { ...dashboard, origin: "null" }, 403],
    ["of the same origin", { ...dashboard, "sec-fetch-site": "same-origin" }, 200],
    ["of its own host", { ...dashboard, origin: "http://HOST" }, 200],
  ])("%s is accepted", async (_, headers, status) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("http://HOST", address())]),
    );
    const response = await fetch(`${address()}/dashboard-api/name`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: ada.cookie, ...own },
      body: JSON.stringify({ name: "Ada" }),
    });
    expect(response.status).toBe(status);
    if (status === 403)
      expect(((await response.json()) as any).detail).toBe("This call did not come from the dashboard.");
  });
});

test("an error that the page's own rules reject has a message and the error's status", async () => {
  expect((await ada.call("POST", "/name", undefined)).status).toBe(422);
  const broken = await fetch(`${address()}/dashboard-api/name`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-winnow-dashboard": "1", cookie: ada.cookie },
    body: "{",
  });
  expect([broken.status, ((await broken.json()) as any).detail]).toEqual([400, expect.any(String)]);
  const email = `${"x".repeat(250)}@people.example`;
  expect((await visitor().post("/sign-in", { email, password: "x" })).status).toBe(422);
});
