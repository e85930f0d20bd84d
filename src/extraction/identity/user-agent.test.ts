import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { identityHeaders, ROBOT_NAME } from "./user-agent.ts";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

test("a site sees our name and version, the contact if configured, and English as the language", () => {
  expect(ROBOT_NAME).toBe("Winnow");
  const rest = { accept: "*/*", "accept-language": "en" };
  expect(identityHeaders("")).toEqual({ "user-agent": `Winnow/${version}`, ...rest });
  expect(identityHeaders("https://who.example")).toEqual({
    "user-agent": `Winnow/${version} (+https://who.example)`,
    ...rest,
  });
});
