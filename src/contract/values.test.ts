import { describe, expect, test } from "vitest";
import { seeded } from "./seeded.ts";
import { absoluteUrl } from "./values.ts";

describe("an address becomes absolute", () => {
  const asUrl = (href: string, base: string): string | null => {
    if (href.trim() === "") return null;
    const url = URL.parse(href.trim().replaceAll("&amp;", "&"), base);
    return url && /^https?:$/.test(url.protocol) ? url.href : null;
  };

  test("as URL writes it, however odd it is", () => {
    const pieces = [
      "/",
      "//",
      ".",
      "..",
      "%2e",
      "%",
      "a",
      "B",
      "é",
      " ",
      "-",
      "_",
      "~",
      "?x=1",
      "&amp;",
      "#",
      ":",
      "@",
    ];
    const hosts = [
      "https://site.example",
      "https://www.Site.example",
      "https://xn--a.example",
      "http://[::1]:80",
      "https://1.2",
    ];
    for (let round = 0; round < 5000; round++) {
      const chance = seeded(`address ${round}`);
      const path = Array.from({ length: chance.int(0, 6) }, () => chance.pick(pieces)).join("");
      const base = chance.pick(["https://site.example", "https://site.example/deep/er", "http://127.0.0.1:8080"]);
      for (const href of [path, `/${path}`, chance.pick(hosts) + path]) {
        expect(absoluteUrl(href, base), `${href} at ${base}`).toBe(asUrl(href, base));
      }
    }
  });

  test.each([[null], [7], [""], ["  "], ["javascript:alert(1)"], ["data:text/html,x"], ["https://"]])(
    "%j is none",
    (href) => {
      expect(absoluteUrl(href, "https://site.example")).toBeNull();
    },
  );
});
