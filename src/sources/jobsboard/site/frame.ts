import { encode } from "entities";
import type { StandInReply } from "../../../contract/stand-in.ts";
import type { Language } from "./words.ts";

/** The site's picture host: here the stand-in itself, as an address without a scheme, as the site writes it. */
export const MEDIA = "//media.jobsboard.example";

export const text = (value: string) => encode(value);

interface PageParts {
  language: Language;
  title: string;
  /** The page's own address. */
  canonical: string;
  main: string;
  status?: number;
}

/** The frame of every page: a menu, the site's own social profiles, lists of links. */
export function framed({ language, title, canonical, main, status = 200 }: PageParts): StandInReply {
  return {
    status,
    headers: { "content-type": "text/html; charset=UTF-8" },
    body: `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head>
<meta charset="UTF-8">
<meta property="og:url" data-js-id="meta-og_url" content="${text(canonical)}">
<link data-js-id="link-canonical" rel="canonical" href="${text(canonical)}">
<title data-js-id="meta-title">${text(title)} - The board</title>
<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>
</head>
<body>
<nav id="mainNav"><ul class="nav is-main"><li><a href="/${language}/international/jobs/">Jobs</a></li></ul></nav>
${main.replaceAll(MEDIA, `//${new URL(canonical).host}`)}
<footer id="footer" class="u-rel bt m0">
<h2>About the board</h2><p>The leading job site.</p>
<ul class="list is-basic t-small"><li><a href="/${language}/uae/jobs/">Jobs in UAE</a></li></ul>
<ul class="list is-basic is-tabular">
<li><a class="m0 icon is-18 is-facebook" aria-label="Facebook" href="https://www.facebook.com/the-board"></a></li>
<li><a class="m0 icon is-18 is-linkedin" aria-label="LinkedIn" href="https://www.linkedin.com/company/the-board"></a></li>
</ul></footer>
</body></html>`,
  };
}
