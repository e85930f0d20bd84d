import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { identityHeaders, ROBOT_NAME } from "./identity.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

test("a site is told our name and version, whom to reach where that is set, and that English will do", () => {
  expect(ROBOT_NAME).toBe("Winnow");
  const rest = { accept: "*/*", "accept-language": "en" };
  expect(identityHeaders("")).toEqual({ "user-agent": `Winnow/${version}`, ...rest });
  expect(identityHeaders("https://who.example")).toEqual({
    "user-agent": `Winnow/${version} (+https://who.example)`,
    ...rest,
  });
});
