import { managedChallenge } from "../../contract/managed-challenge.ts";
import type { Answer } from "../../contract/site.ts";

/** Answers are JSON; no refusal of this site was ever seen, so only the common wall's pages are known here. */
export function blockMarker(answer: Answer): string | null {
  const text = answer.text().trimStart();
  return text.startsWith("<") ? managedChallenge(text, text.includes("window.__NUXT__")) : null;
}
