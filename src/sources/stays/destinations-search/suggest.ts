import type { SiteRequest } from "../../../contract/site.ts";
import { inLanguage, wants } from "../../../source-kit/headers.ts";

interface Asked {
  query: string;
  language: string;
  count: number;
}

/** The site's autocomplete, for a text. */
export const suggestions = ({ query, language, count }: Asked): SiteRequest => ({
  origin: "suggest",
  path: "/autocomplete.json",
  method: "POST",
  headers: { "content-type": "text/plain;charset=UTF-8", ...wants.json, ...inLanguage(language) },
  body: JSON.stringify({ query, pageview_id: "", aid: 800210, language, size: count }),
});
