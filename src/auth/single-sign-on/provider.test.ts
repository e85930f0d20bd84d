import { afterAll, beforeAll, expect, test } from "vitest";
import { OPENID_CLIENT, startOpenIdProvider } from "../../../test/support/openid-provider.ts";
import { guardedFetch } from "../../extraction/egress/guarded-fetch.ts";
import { beginSignOn, discover, finishSignOn } from "./provider.ts";

const RETURN = "http://127.0.0.1:9/sign-in/return";
const allowed = guardedFetch({ mayBePrivate: () => true });
let site: Awaited<ReturnType<typeof startOpenIdProvider>>;
beforeAll(async () => {
  site = await startOpenIdProvider(RETURN);
});
afterAll(() => site.close());

const begun = async () => {
  const configuration = await discover({ issuer: site.issuer, ...OPENID_CLIENT }, allowed);
  return { configuration, ...(await beginSignOn(configuration, RETURN, "ada@acme.example")) };
};

test("a person that the provider knows comes back with a confirmed address and a name", async () => {
  site.become({ email: "Ada@Acme.example", email_verified: true, name: "Ada Lovelace" });
  const { configuration, url, handshake } = await begun();
  const back = await site.visit(url);
  expect(await finishSignOn(configuration, back, handshake)).toEqual({
    email: "ada@acme.example",
    name: "Ada Lovelace",
  });
});

test("a code works once, and only with the state and the verifier of the browser that began", async () => {
  site.become({ email: "ada@acme.example" });
  const mine = await begun();
  const other = await begun();
  const back = await site.visit(mine.url);
  await expect(finishSignOn(mine.configuration, back, other.handshake)).rejects.toThrow(/did not sign you in/);
  const stolen = { ...mine.handshake, verifier: other.handshake.verifier };
  await expect(finishSignOn(mine.configuration, back, stolen)).rejects.toThrow(/did not sign you in/);
  const second = await begun();
  const again = await site.visit(second.url);
  await finishSignOn(second.configuration, again, second.handshake);
  await expect(finishSignOn(second.configuration, again, second.handshake)).rejects.toThrow(/did not sign you in/);
});

test.each([
  ["no address", {}],
  ["an address that the provider has not confirmed", { email: "ada@acme.example", email_verified: false }],
])("a person with %s is refused", async (_what, claims) => {
  site.become(claims);
  const { configuration, url, handshake } = await begun();
  const back = await site.visit(url);
  await expect(finishSignOn(configuration, back, handshake)).rejects.toThrow(/no confirmed email address/);
});

test("a provider inside the network is refused unless the operator allows its host", async () => {
  const guarded = guardedFetch({ mayBePrivate: () => false });
  await expect(discover({ issuer: site.issuer, ...OPENID_CLIENT }, guarded)).rejects.toThrow(/could not be read/);
});
