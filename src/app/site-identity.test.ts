import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { siteIdentity } from "./site-identity.ts";

const read = (environment: Record<string, string>) =>
  siteIdentity(readConfig({ AUTH_SECRET: "s".repeat(32), ...environment })).signer;

test("requests are signed for the sources that the operator names, as the host of PUBLIC_URL", () => {
  expect(read({ PUBLIC_URL: "https://api.example/" })).toBeUndefined();
  expect(read({ PUBLIC_URL: "https://api.example", WINNOW_TOYS_SIGN: "off" })).toBeUndefined();
  expect(read({ PUBLIC_URL: "https://api.example/", WINNOW_TOYS_SIGN: "on" })).toMatchObject({
    agent: "https://api.example",
  });
});

test.each(["", "http://api.example"])(
  "signing stops the start if sites cannot fetch the keys: PUBLIC_URL=%j",
  (url) => {
    expect(() => read({ PUBLIC_URL: url, WINNOW_TOYS_SIGN: "on" })).toThrow(
      /^WINNOW_TOYS_SIGN: needs PUBLIC_URL with https/,
    );
    expect(() => read({ PUBLIC_URL: url, WINNOW_TOYS_SIGN: "perhaps" })).toThrow(/^WINNOW_TOYS_SIGN: .* on or off/);
  },
);

test("every process with the same secret signs with the same key", () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-test-"));
  const environment = { PUBLIC_URL: "https://api.example", WINNOW_TOYS_SIGN: "on", AUTH_SECRET: "", DATA_DIR: folder };
  const [one, two] = [read(environment), read(environment)].map((signer) => signer!.keys.current(0).jwk);
  expect(one).toEqual(two);
  rmSync(folder, { recursive: true });
});

test("the page for owners is the contact in the user agent, unless the operator names another", () => {
  const contact = (environment: Record<string, string>) => siteIdentity(readConfig(environment)).contact;
  expect(contact({})).toBe("");
  expect(contact({ CRAWLER_CONTACT: "me@op.example" })).toBe("me@op.example");
  expect(contact({ CRAWLER_CONTACT: "me@op.example", PUBLIC_URL: "https://api.example/" })).toBe(
    "https://api.example/crawler",
  );
  expect(contact({ CRAWLER_CONTACT: "me@op.example", WINNOW_CONTACT: "https://op.example/bot" })).toBe(
    "https://op.example/bot",
  );
});
