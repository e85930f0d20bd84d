import { describe, expect, test } from "vitest";
import { recordedExchange } from "../../../test/support/extraction/recorded.ts";
import type { RecordedExchange } from "./recording.ts";
import { redacted, redactedText, redactedUrl } from "./redact.ts";

const SECRET = "s3cr3t-value";
const clean = (over: Partial<RecordedExchange>) => redacted([recordedExchange(over)])[0]!;
const textOf = ({ body }: RecordedExchange) => Buffer.from(body).toString("latin1");

describe("a header is redacted by its name", () => {
  test.each([
    "cookie",
    "Set-Cookie",
    "proxy-authorization",
    "authorization",
    "authorisation",
    "x-csrf-token",
    "xsrf",
    "api-key",
    "x-api_key-2",
    "apikey",
    "x-secret",
    "password",
    "passwd",
    "session-id",
    "x-sessionid",
    "signature",
  ])("%s", (name) => {
    expect(clean({ requestHeaders: { [name]: SECRET }, headers: { [name]: SECRET } })).toMatchObject({
      requestHeaders: { [name]: "REDACTED" },
      headers: { [name]: "REDACTED" },
    });
  });

  test.each(["accept", "cookies-wanted", "x-cookie", "x-session"])("%s is not redacted", (name) => {
    expect(clean({ requestHeaders: { [name]: "value" } }).requestHeaders).toEqual({ [name]: "value" });
  });
});

describe("the value of a secret is removed wherever else it occurs", () => {
  const everywhere = {
    url: `https://site.example/${SECRET}/x`,
    requestBody: `a=${SECRET}`,
    headers: { "x-echo": `you sent ${SECRET}` },
    body: Buffer.from(`<p>${SECRET} and ${SECRET}</p>`),
  };
  test.each<[string, Partial<RecordedExchange>]>([
    ["a cookie that was set", { setCookies: [`sid=${SECRET}; Path=/`] }],
    ["a cookie that was sent", { requestHeaders: { cookie: `a=1; sid=${SECRET}` } }],
    ["a header of the request", { requestHeaders: { authorization: SECRET } }],
    ["a header of the request, behind its scheme", { requestHeaders: { authorization: `Bearer ${SECRET}` } }],
    ["a header of the answer", { headers: { ...everywhere.headers, "x-token": SECRET } }],
  ])("%s", (_what, has) => {
    const kept = clean({ ...everywhere, ...has });
    expect(kept).toMatchObject({
      url: "https://site.example/REDACTED/x",
      requestBody: "a=REDACTED",
      headers: { "x-echo": "you sent REDACTED" },
    });
    expect(textOf(kept)).toBe("<p>REDACTED and REDACTED</p>");
  });

  test("including other exchanges of the same run", () => {
    const [first] = redacted([
      recordedExchange({ body: Buffer.from(SECRET) }),
      recordedExchange({ setCookies: [`a=${SECRET}`] }),
    ]);
    expect(textOf(first!)).toBe("REDACTED");
  });

  test("if it has eight letters or more: shorter ones occur in pages for other reasons", () => {
    expect(textOf(clean({ setCookies: ["a=12345678"], body: Buffer.from("12345678") }))).toBe("REDACTED");
    expect(textOf(clean({ setCookies: ["a=1234567"], body: Buffer.from("1234567") }))).toBe("1234567");
  });

  test("whole cookie headers do not count as values", () => {
    const cookie = "first=12345678; second=x";
    expect(textOf(clean({ requestHeaders: { cookie }, body: Buffer.from("second=x 12345678") }))).toBe(
      "second=x REDACTED",
    );
  });
});

test("a cookie keeps its name and attributes", () => {
  expect(clean({ setCookies: ["sid=abc; Path=/; Max-Age=60"] }).setCookies).toEqual([
    "sid=REDACTED; Path=/; Max-Age=60",
  ]);
});

test("in an address, the values of secret parameters are replaced, and nothing else changes", () => {
  expect(redactedUrl("https://x.example/p?q=1&access_token=a&API-KEY=b")).toBe(
    "https://x.example/p?q=1&access_token=REDACTED&API-KEY=REDACTED",
  );
  for (const untouched of ["https://x.example/p?q=a%20b", "https://x.example/token", "no address?token=1"])
    expect(redactedUrl(untouched)).toBe(untouched);
  expect(clean({ headers: { location: "https://x.example/?token=short" } }).headers.location).toBe(
    "https://x.example/?token=REDACTED",
  );
  expect(clean({ headers: { link: "https://x.example/?token=short" } }).headers.link).toContain("token=short");
});

test.each<[string, string]>([
  ['{"csrfToken": "a\\"b", "name": "n"}', '{"csrfToken": "REDACTED", "name": "n"}'],
  ['var s = "{\\"access_token\\": \\"abc\\"}"', 'var s = "{\\"access_token\\": \\"REDACTED\\"}"'],
  ['<input name="csrf" type=hidden value="abc">', '<input name="csrf" type=hidden value="REDACTED">'],
  ["<meta name='csrf-token' content='abc'>", "<meta name='csrf-token' content='REDACTED'>"],
  ["user=me&password=abc&x=1", "user=me&password=REDACTED&x=1"],
  ["password=abc", "password=REDACTED"],
  // Each of several, in any notation.
  ['{"Token": "a", "TOKEN": "b", "token": "c"}', '{"Token": "REDACTED", "TOKEN": "REDACTED", "token": "REDACTED"}'],
  ['"{\\"Token\\": \\"a\\", \\"TOKEN\\": \\"b\\"}"', '"{\\"Token\\": \\"REDACTED\\", \\"TOKEN\\": \\"REDACTED\\"}"'],
  ["Password=a&PASSWORD=b&password=c", "Password=REDACTED&PASSWORD=REDACTED&password=REDACTED"],
  [
    '<INPUT NAME="Csrf" VALUE="a"><input name="CSRF" value="b">',
    '<INPUT NAME="Csrf" VALUE="REDACTED"><input name="CSRF" value="REDACTED">',
  ],
  ...[
    "secret",
    "passwd",
    "apikey",
    "api_key",
    "api-key",
    "authorisation",
    "xsrf",
    "sessionid",
    "session-id",
    "signature",
  ].map((name): [string, string] => [`my_${name}_1=abc`, `my_${name}_1=REDACTED`]),
  ["the token of esteem", "the token of esteem"],
  ['{"name": "token"}', '{"name": "token"}'],
])("in a text: %s", (text, shown) => {
  expect(redactedText(text)).toBe(shown);
});

describe("a body", () => {
  const body = Buffer.from(`{"token": "abc", "caf\u00e9": 1}`);
  test.each([
    "",
    "text/html",
    "application/json",
    "application/xml",
    "text/javascript",
    "application/x-www-form-urlencoded",
  ])("a body of type %j is searched; everything else stays byte for byte the same", (type) => {
    const kept = clean({ body, headers: type ? { "content-type": type } : {} });
    expect(Buffer.from(kept.body).toString()).toBe(`{"token": "REDACTED", "caf\u00e9": 1}`);
  });

  test("a body of a picture is unchanged, and so is one without secrets", () => {
    expect(clean({ body, headers: { "content-type": "image/png" } }).body).toBe(body);
    const plain = Buffer.from("nothing");
    expect(clean({ body: plain }).body).toBe(plain);
    const part = new Uint8Array(Buffer.from('xx{"token": "abc"}yy')).subarray(2, 18);
    expect(textOf(clean({ body: part }))).toBe('{"token": "REDACTED"}');
  });

  test("a body of a request is searched if it has one", () => {
    expect(clean({ requestBody: "token=abc" }).requestBody).toBe("token=REDACTED");
    expect(clean({}).requestBody).toBeNull();
  });
});
