import { expect, test } from "vitest";
import { managedChallenge } from "./managed-challenge.ts";

test("a challenge is recognised by its title or its script", () => {
  expect(managedChallenge("<html><title>Just a moment...</title>", false)).toContain("Just a moment");
  expect(managedChallenge("<html><title>Un momento…</title><script>window._cf_chl_opt = {}</script>", true)).toBe(
    "_cf_chl_opt",
  );
});

test.each(["cf-chl-widget", "https://challenges.cloudflare.com/x"])(
  "%s identifies a page without data as a challenge",
  (mark) => {
    expect(mark).toContain(managedChallenge(`<title>Plumbers</title><p>${mark}</p>`, false));
    expect(managedChallenge(`<title>Plumbers</title><p>${mark}</p>`, true)).toBeNull();
  },
);

test("the wall's scripts on a good page are not a challenge", () => {
  const good =
    '<title>Plumbers</title><script src="/cdn-cgi/challenge-platform/x.js"></script><div class="cf-turnstile"></div>';
  expect(managedChallenge(good, false)).toBeNull();
  expect(
    managedChallenge(`${good}<script src="https://challenges.cloudflare.com/turnstile/v0/api.js">`, true),
  ).toBeNull();
});

test.each(["Just a moment...", "ATTENTION REQUIRED! | x", "Access denied | site.example"])(
  "the title %s near the beginning identifies a challenge, whatever the page contains",
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

test.each(["_cf_chl_opt", "__cf_chl"])("%s identifies a challenge on any page", (marker) => {
  expect(managedChallenge(`<title>Plumbers</title>${marker}`, true)).toBe(marker);
});
