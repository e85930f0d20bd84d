import { Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { nuxtText } from "../../../source-kit/nuxt-state.ts";

/** What may stand in a header. A token is never shown, logged or kept. */
const TOKEN = /^[\w.~+/=-]{8,4096}$/;

/** The bearer token that a page of the site holds for visitors who are not signed in. */
export function readToken(answer: Answer): { token: string } {
  const token = answer.status === 200 ? nuxtText(answer.text(), "anonymous_token") : null;
  if (token === null || !TOKEN.test(token)) throw new Unreadable("no anonymous token in the page's state");
  return { token };
}
