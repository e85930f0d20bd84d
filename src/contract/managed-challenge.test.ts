import { expect, test } from "vitest";
import { managedChallenge } from "./managed-challenge.ts";

test("a challenge is known by its title or by its script", () => {
  expect(managedChallenge("<html><title>Just a moment...</title>", false)).toContain("Just a moment");
  expect(managedChallenge("<html><title>Un momento…</title><script>window._cf_chl_opt = {}</script>", true)).toBe(
    "_cf_chl_opt",
  );
});

test.each(["cf-chl-widget", "https://challenges.cloudflare.com/x"])(
  "%s gives a page away that carries nothing else",
  (mark) => {
    expect(mark).toContain(managedChallenge(`<title>Plumbers</title><p>${mark}</p>`, false));
    expect(managedChallenge(`<title>Plumbers</title><p>${mark}</p>`, true)).toBeNull();
  },
);

test("scripts of the wall on a good page are no challenge", () => {
  const good =
    '<title>Plumbers</title><script src="/cdn-cgi/challenge-platform/x.js"></script><div class="cf-turnstile"></div>';
  expect(managedChallenge(good, false)).toBeNull();
  expect(
    managedChallenge(`${good}<script src="https://challenges.cloudflare.com/turnstile/v0/api.js">`, true),
  ).toBeNull();
});

test.each(["Just a moment...", "ATTENTION REQUIRED! | x", "Access denied | site.example"])(
  "the title %s is the challenge's, whatever the page carries, near its beginning",
  (title) => {
    const page = `<html><title lang="en">\n ${title}</title>`;
    expect(managedChallenge(page, true)).toBe(
      `title "${/^(?:Just a moment|\w+ required!|Access denied \|)/i.exec(title)![0]}"`,
    );
    expect(managedChallenge(" ".repeat(4_000) + page, true)).not.toBeNull();
    expect(managedChallenge(" ".repeat(4_096) + page, true)).toBeNull();
  },
);

test.each(["Just a momentous day", "Access denied to nobody", "Wait: Just a moment"])(
  "the title %s is not",
  (title) => {
    expect(managedChallenge(`<title>${title}</title>`, false)).toBeNull();
  },
);

test.each(["_cf_chl_opt", "__cf_chl"])("%s gives any page away", (marker) => {
  expect(managedChallenge(`<title>Plumbers</title>${marker}`, true)).toBe(marker);
});
