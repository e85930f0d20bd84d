import { createPrivateKey } from "node:crypto";
import { expect, test } from "vitest";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import { type Component, signMessage } from "./message-signature.ts";
import { directorySignature } from "./sign-requests.ts";
import { createSigningKeys, publicJwk } from "./signing-keys.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2027-03-01T12:00:00Z");

/** The test key of RFC 9421, appendix B.1.4. */
const TEST_KEY = createPrivateKey({
  key: {
    kty: "OKP",
    crv: "Ed25519",
    d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
    x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  },
  format: "jwk",
});
const KEYID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

test("a key's id is its thumbprint", () => {
  expect(publicJwk(TEST_KEY).kid).toBe(KEYID);
});

/** Vectors of draft-ietf-webbotauth-httpsig-protocol and of its directory, as published with the reference implementation. */
test.each<[string, Component[], string, string]>([
  [
    "sig1",
    [['"@authority"', "example.com"]],
    "zIW8+cdmA3vdYagbxojpONwa/l0EKJ/O3/wD486VvsQjO/RxPaSt6ZxvQaMcQzNnqKN/mQ6hpGiFro2L2qkz5A==",
    "QKN4fTdIYfh82fvoZCQiQA1weuozfCS/Led2zTMbewMMqH8PI2Wsy/5c4ao6B6D09nraNQdBNOADg8aM1MqfCg==",
  ],
  [
    "sig2",
    [
      ['"@authority"', "example.com"],
      ['"signature-agent";key="agent2"', '"https://signature-agent.test"'],
    ],
    "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==",
    "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
  ],
])("the specification's vector %s has the same bytes", (label, components, nonce, signature) => {
  const params = { created: 1735689600, expires: 4889289600, keyid: KEYID, nonce, tag: "web-bot-auth" };
  const covered = components.map(([name]) => name).join(" ");
  expect(signMessage(label, components, params, TEST_KEY)).toEqual({
    input: `${label}=(${covered});created=1735689600;keyid="${KEYID}";alg="ed25519";expires=4889289600;nonce="${nonce}";tag="web-bot-auth"`,
    signature: `${label}=:${signature}:`,
  });
});

test("the specification's vector of a directory has the same bytes", () => {
  const digest = "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:";
  const key = { key: TEST_KEY, jwk: { kid: KEYID } };
  const { signature } = directorySignature("binding0", key, "signature-agent.test", digest, 1735689600000, 3153600000);
  expect(signature).toBe(
    "binding0=:yiHq0TXrbpzbmlttAQMpYoAufitFJUWuNsakB7QQMoN0EHbo5o51bZRVR8az/ptTWCwllix9clrKXfGKwdPzBg==:",
  );
});

const keys = createSigningKeys("a secret of at least 32 characters");

test("a source that does not sign sends no signature", async () => {
  const source = toySource();
  const bench = await standInFor(source, { signer: { keys, agent: "https://operator.example" }, signedFor: ["other"] });
  await bench.run(source.operations[0], { count: 20 });
  expect(Object.keys(bench.calls[0]!.headers).filter((name) => name.startsWith("signature"))).toEqual([]);
  await bench.close();
});

test("a key is published a week before it signs, and a day after", () => {
  const start = Math.ceil(NOW / (90 * DAY_MS)) * 90 * DAY_MS;
  const next = keys.current(start).jwk.kid;
  expect(keys.current(start - 1).jwk.kid).not.toBe(next);
  const known = (at: number) => keys.published(at).some(({ jwk }) => jwk.kid === next);
  expect([known(start - 7 * DAY_MS - 1), known(start - 7 * DAY_MS), known(start)]).toEqual([false, true, true]);
  const end = start + 90 * DAY_MS;
  expect([known(end), known(end + DAY_MS - 1), known(end + DAY_MS)]).toEqual([true, true, false]);
});
