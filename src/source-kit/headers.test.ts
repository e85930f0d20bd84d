import { expect, test } from "vitest";
import { inLanguage } from "./headers.ts";

test.each([
  ["nl-NL", "nl-NL,nl;q=0.9"],
  ["en-us", "en-us,en;q=0.9"],
  ["de", "de"],
])("%s is requested as %s: no language twice", (tag, said) => {
  expect(inLanguage(tag)).toEqual({ "accept-language": said });
});
