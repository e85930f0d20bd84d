import { describe, expect, test } from "vitest";
import type { SiteRequest } from "../contract/site.ts";
import { newJar } from "./route-cookies.ts";
import { openSession, redirectTarget, type SessionDeps, type Watch } from "./session.ts";
import type { Exchange, RawAnswer } from "./transport/transport.ts";

const ORIGINS: Record<string, string> = { site: "https://site.example", api: "https://api.example" };
const answerOf = (status: number, location?: string, over: Partial<RawAnswer> = {}): RawAnswer => ({
  status,
  headers: location === undefined ? {} : { location },
  setCookies: [],
  body: Buffer.from("page"),
  ...over,
});

/** A session whose site returns these responses in order, and then pages. */
function session(answers: RawAnswer[], parts: Partial<SessionDeps> = {}) {
  const sent: Exchange[] = [];
  const opened = openSession({
    transport: {
      send: async (exchange) => {
        sent.push(exchange);
        return answers.shift() ?? answerOf(200);
      },
      close: async () => {},
    },
    headers: { "User-Agent": "Winnow", "accept-language": "nl" },
    maxBytes: 77,
    originOf: (name) => ORIGINS[name]!,
    mayFetch: () => true,
    isWall: () => false,
    ...parts,
  });
  const watch: Watch = { signal: new AbortController().signal, patienceMs: 1_000, onBytes: () => {} };
  const send = (request: Partial<SiteRequest> = {}, over: Partial<Watch> = {}) =>
    opened.send({ path: "/start?a=1", ...request }, { ...watch, ...over });
  const trail = () => sent.map(({ method, url, body }) => `${method} ${url.href}${body === null ? "" : ` ${body}`}`);
  return { send, sent, trail, watch };
}

describe("a request as it is sent", () => {
  test("has the manifest's headers in lower case, its own over them, and the supported encodings", async () => {
    const { send, sent, watch } = session([]);
    await send({ headers: { "Accept-Language": "de", "X-Own": "1" } });
    expect(sent[0]).toMatchObject({ method: "GET", body: null, maxBytes: 77, signal: watch.signal });
    expect(sent[0]!.url.href).toBe("https://site.example/start?a=1");
    expect(sent[0]!.headers).toEqual({
      "user-agent": "Winnow",
      "accept-language": "de",
      "x-own": "1",
      "accept-encoding": "gzip, deflate, br, zstd",
    });
    expect(sent[0]!.onBytes).toBe(watch.onBytes);
    expect([sent[0]!.as, sent[0]!.patienceMs]).toEqual([undefined, 1_000]);
  });

  test("goes to the named origin, in its form, with the caller's timeouts", async () => {
    const { send, sent } = session([]);
    await send({ origin: "api", path: "/x", as: "data" }, { patienceMs: 0 });
    expect(sent[0]).toMatchObject({ as: "data", patienceMs: 0 });
    expect(sent[0]!.url.href).toBe("https://api.example/x");
  });

  test("with a body has a content type; without one it does not", async () => {
    const { send, sent } = session([], { headers: { "content-type": "application/json" } });
    await send({ method: "POST", body: "{}" });
    await send();
    expect(sent.map(({ method, body, headers }) => [method, body, headers["content-type"]])).toEqual([
      ["POST", "{}", "application/json"],
      ["GET", null, undefined],
    ]);
  });

  test("the source decides what is a wall", async () => {
    const walled = session([], {
      isWall: ({ status, url, text }) => status === 403 && url.endsWith("a=1") && text() === "page",
    });
    await walled.send();
    expect([walled.sent[0]!.isWall!(answerOf(403)), walled.sent[0]!.isWall!(answerOf(200))]).toEqual([true, false]);
  });
});

test("a response has its address, status, headers and text", async () => {
  const { send } = session([answerOf(404, undefined, { headers: { "x-a": "b" } })]);
  const answer = await send();
  expect(answer).toMatchObject({ url: "https://site.example/start?a=1", status: 404, headers: { "x-a": "b" } });
  expect(answer.text()).toBe("page");
});

describe("redirects", () => {
  test.each([
    [301, "GET", "GET https://site.example/next"],
    [302, "GET", "GET https://site.example/next"],
    [303, "GET", "GET https://site.example/next"],
    [307, "GET", "GET https://site.example/next"],
    [308, "GET", "GET https://site.example/next"],
    [301, "POST", "GET https://site.example/next"],
    [302, "POST", "GET https://site.example/next"],
    [303, "POST", "GET https://site.example/next"],
    [307, "POST", "POST https://site.example/next q"],
    [308, "POST", "POST https://site.example/next q"],
  ] as const)("%i of a %s", async (status, method, next) => {
    const { send, trail, sent } = session([answerOf(status, "/next")]);
    const answer = await send(method === "POST" ? { method, body: "q", headers: { "content-type": "x/y" } } : {});
    expect(trail()[1]).toBe(next);
    expect(sent[1]!.headers["content-type"]).toBe(next.endsWith("q") ? "x/y" : undefined);
    expect(answer.url).toBe("https://site.example/next");
  });

  test.each([300, 304, 305, 306, 309])("%i is not a redirect", async (status) => {
    const { send, trail } = session([answerOf(status, "/next")]);
    expect((await send()).status).toBe(status);
    expect(trail()).toHaveLength(1);
  });

  test("to the same page at the site's other name resend the request unchanged", async () => {
    const { send, trail } = session([answerOf(301, "https://www.site.example/start?a=1")]);
    await send({ method: "POST", body: "q" });
    expect(trail()[1]).toBe("POST https://www.site.example/start?a=1 q");
    const other = session([answerOf(301, "https://www.site.example/start?a=2")]);
    await other.send({ method: "POST", body: "q" });
    expect(other.trail()[1]).toBe("GET https://www.site.example/start?a=2");
    const elsewhere = session([answerOf(301, "https://api.example/start?a=1")]);
    await elsewhere.send({ method: "POST", body: "q" });
    expect(elsewhere.trail()[1]).toBe("GET https://api.example/start?a=1");
    const itself = session([answerOf(301, "/start?a=1")]);
    await itself.send({ method: "POST", body: "q" });
    expect(itself.trail()[1]).toBe("GET https://site.example/start?a=1");
  });

  test("redirects are passed on if requested, except to the site's other name", async () => {
    const { send, trail } = session([answerOf(302, "/next")]);
    expect(await send({ redirects: "show" })).toMatchObject({ status: 302, headers: { location: "/next" } });
    expect(trail()).toHaveLength(1);
    const moved = session([answerOf(301, "https://www.site.example/start?a=1")]);
    expect((await moved.send({ redirects: "show" })).status).toBe(200);
    expect(moved.trail()).toHaveLength(2);
  });

  test("redirects are followed up to ten times; an eleventh is a block", async () => {
    const hops = (count: number) => Array.from({ length: count }, (_, at) => answerOf(302, `/${at}`));
    const ten = session(hops(10));
    expect((await ten.send()).url).toBe("https://site.example/9");
    const eleven = session(hops(11));
    await expect(eleven.send()).rejects.toMatchObject({
      name: "Blocked",
      message: expect.stringContaining("more than 10"),
    });
    expect(eleven.sent).toHaveLength(11);
  });

  test("redirects are checked at each hop, including the start", async () => {
    const requested: string[] = [];
    const { send, sent } = session([answerOf(302, "https://evil.example/x")], {
      mayFetch: (url) => requested.push(url.host) > 0 && url.host === "site.example",
    });
    await expect(send()).rejects.toMatchObject({ message: expect.stringContaining("sent to https://evil.example") });
    expect([requested, sent.length]).toEqual([["site.example", "evil.example"], 1]);
  });

  test("to something that is not an address are a block; without an address they are responses", () => {
    const from = new URL("https://site.example/");
    expect(() => redirectTarget(answerOf(302, "http://"), from)).toThrow("not an address");
    expect([redirectTarget(answerOf(302), from), redirectTarget(answerOf(302, ""), from)]).toEqual([null, null]);
    expect(redirectTarget(answerOf(302, "//other.example/p"), from)?.href).toBe("https://other.example/p");
  });

  test("report each response on the way, with the request sent for it", async () => {
    const reported: unknown[] = [];
    const { send } = session([answerOf(303, "/next", { setCookies: ["a=1"] })]);
    await send(
      { method: "POST", body: "q" },
      {
        onExchange: ({ url, method, requestBody, requestHeaders, status }) =>
          reported.push([url, method, requestBody, requestHeaders.cookie, status]),
      },
    );
    expect(reported).toEqual([
      ["https://site.example/start?a=1", "POST", "q", undefined, 303],
      ["https://site.example/next", "GET", null, "a=1", 200],
    ]);
  });
});

describe("cookies", () => {
  const giving = () => answerOf(200, undefined, { setCookies: ["seen=1; Path=/"] });

  test("set by the site are sent from then on, beside the request's own", async () => {
    const { send, sent } = session([giving()], { headers: {} });
    await send();
    await send();
    await send({ headers: { Cookie: "own=2" } });
    expect(sent.map(({ headers }) => headers.cookie)).toEqual([undefined, "seen=1", "own=2; seen=1"]);
  });

  test("cookies are kept in the jar of the request's language if there is one", async () => {
    const jars = new Map<string, ReturnType<typeof newJar>>();
    const jarFor = (language: string) => {
      if (!jars.has(language)) jars.set(language, newJar());
      return jars.get(language)!;
    };
    const { send, sent } = session([giving()], { jarFor });
    await send();
    await send({ headers: { "accept-language": "de" } });
    await send();
    expect(sent.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, "seen=1"]);
    expect([...jars.keys()]).toEqual(["nl", "de"]);
    const bare = session([], { headers: {}, jarFor });
    await bare.send();
    expect([...jars.keys()]).toEqual(["nl", "de", ""]);
  });
});
