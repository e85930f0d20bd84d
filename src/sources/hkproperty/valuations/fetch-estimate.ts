import { Unreadable } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { estimatePage, type Lang, tokenPage } from "./pages.ts";
import { type Estimate, readEstimate } from "./read-estimate.ts";
import { readToken } from "./read-token.ts";

const TOKEN = "anonymous token";
const TOKEN_SECONDS = 10 * 60;

/** The unit's estimate; with the token of the site's own pages where it is not given without one. */
export async function fetchEstimate(unit: string, lang: Lang, site: Site): Promise<Estimate> {
  const ask = (token: string | undefined) =>
    site.read(estimatePage(site.setting("estimate_path"), unit, lang, token), (answer) =>
      answer.status === 401 ? null : readEstimate(answer, unit, lang, site.origin),
    );
  const found = await ask(site.memory.get<string>(TOKEN));
  if (found) return found;
  const { token } = await site.read(tokenPage(site.setting("token_page"), lang), readToken);
  site.memory.set(TOKEN, token, TOKEN_SECONDS);
  const second = await ask(token);
  if (!second) throw new Unreadable("the estimate is not given with the token of the page's state");
  return second;
}
