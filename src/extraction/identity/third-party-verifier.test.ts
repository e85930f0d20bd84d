import { createPublicKey, type JsonWebKey } from "node:crypto";
import { createVerifier, httpbis, type Request } from "http-message-signatures";
import { beforeAll, describe, expect, test } from "vitest";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import { keyDirectory } from "./sign-requests.ts";
import { createSigningKeys } from "./signing-keys.ts";

const DAY_MS = 86_400_000;
const agent = "https://operator.example";
const keys = createSigningKeys("a secret of at least 32 characters");

interface Directory {
  keys: Array<JsonWebKey & { kid: string }>;
}

/** A site that knows only the specification: an independent implementation of RFC 9421, and the directory of a day. */
async function verifies(request: Request, directoryAt = Date.now()): Promise<boolean> {
  const directory: Directory = JSON.parse(keyDirectory(keys, "operator.example", directoryAt).body);
  const verified = await httpbis
    .verifyMessage(
      {
        requiredParams: ["created", "expires", "keyid", "tag"],
        requiredFields: ["@authority"],
        async keyLookup({ keyid, tag }) {
          const jwk = directory.keys.find(({ kid }) => kid === keyid);
          if (!jwk || tag !== "web-bot-auth") return null;
          const key = createPublicKey({ key: jwk, format: "jwk" });
          return { id: jwk.kid, algs: ["ed25519"], verify: createVerifier(key, "ed25519") };
        },
      },
      request,
    )
    .catch(() => false);
  return verified === true;
}

describe("a verifier that others wrote", () => {
  let signed: Request;
  beforeAll(async () => {
    const source = toySource();
    const bench = await standInFor(source, { signer: { keys, agent }, signedFor: [source.name] });
    await bench.run(source.operations[0], { count: 20 });
    const { method, url, headers } = bench.calls.find((call) => call.url.search !== "")!;
    const { host = "" } = headers;
    signed = {
      method,
      url: `http://${host}${url.pathname}${url.search}`,
      headers: { ...headers } as Request["headers"],
    };
    await bench.close();
  });

  test("accepts a request as the site received it", async () => {
    expect(signed.headers["signature-agent"]).toBe(`sig1="${agent}"`);
    expect(await verifies(signed)).toBe(true);
  });

  const changed = (over: Partial<Request>): Request => ({ ...signed, ...over });
  const withHeader = (name: string, value: string) => changed({ headers: { ...signed.headers, [name]: value } });

  test.each<[string, () => Request]>([
    ["another user agent", () => withHeader("user-agent", "Mozilla/5.0")],
    ["another agent", () => withHeader("signature-agent", 'sig1="https://somebody.example"')],
    ["another path", () => changed({ url: String(signed.url).replace(/\/[^/?]+\?/, "/others?") })],
    ["another query", () => changed({ url: `${signed.url}&page=9` })],
    ["another method", () => changed({ method: "DELETE" })],
    ["another host", () => changed({ url: String(signed.url).replace(/\/\/[^/]+/, "//other.example") })],
    [
      "a longer life",
      () => withHeader("signature-input", String(signed.headers["signature-input"]).replace(/expires=1/, "expires=9")),
    ],
    ["no signature", () => withHeader("signature", "")],
  ])("refuses a request with %s", async (_, request) => {
    expect(request()).not.toEqual(signed);
    expect(await verifies(request())).toBe(false);
  });

  test("refuses a key that is no longer in the directory", async () => {
    expect(await verifies(signed, Date.now() + 200 * DAY_MS)).toBe(false);
  });
});
