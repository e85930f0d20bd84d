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
