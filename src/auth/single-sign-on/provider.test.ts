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
    sub: "Ada@Acme.example",
    email: "ada@acme.example",
    name: "Ada Lovelace",
  });
});

test.each([
  ["a name of 100 kB", { name: "A".repeat(100_000) }, "A".repeat(120)],
  ["a name that turns the text after it, with a NUL", { name: "Ada\u202Eevol\0" }, "Adaevol"],
  ["a name that is no text", { name: ["Ada"] as never }, "You"],
])("of %s, what a sign-up would take is left", async (_what, claims, name) => {
  site.become({ email: "ada@acme.example", email_verified: true, ...claims });
  const { configuration, url, handshake } = await begun();
  expect(await finishSignOn(configuration, await site.visit(url), handshake)).toMatchObject({ name });
});

test("a code works once, and only with the state and the verifier of the browser that began", async () => {
  site.become({ email: "ada@acme.example", email_verified: true });
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
  ["an address of which the provider says nothing", { email: "ada@acme.example" }],
  ...["false", "true", 0, 1, null].map((said): [string, object] => [
    `an address that is "confirmed" as ${JSON.stringify(said)}`,
    { email: "ada@acme.example", email_verified: said as never },
  ]),
  ["a list of addresses", { email: ["ada@acme.example"] as never, email_verified: true }],
  ["an address with a NUL", { email: "ada\0@acme.example", email_verified: true }],
])("a person with %s is refused", async (_what, claims) => {
  site.become(claims);
  const { configuration, url, handshake } = await begun();
  const back = await site.visit(url);
  await expect(finishSignOn(configuration, back, handshake)).rejects.toThrow(
    /no confirmed email address|did not sign you in/,
  );
});

test("a provider inside the network is refused unless the operator allows its host", async () => {
  const guarded = guardedFetch({ mayBePrivate: () => false });
  await expect(discover({ issuer: site.issuer, ...OPENID_CLIENT }, guarded)).rejects.toThrow(/could not be read/);
});
