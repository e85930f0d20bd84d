import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { siteIdentity } from "./site-identity.ts";

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
