import { scriptJson } from "../../../source-kit/stand-in/markup.ts";
import { html, notFound } from "../../../source-kit/stand-in/replies.ts";

/** The bot wall's scripts are on good pages too. */
const page = (title: string, state: object) =>
  html(`<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><div id="root"></div>
<script>window.__PRELOADED_STATE__ = ${scriptJson(state)};</script>
<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><div class="cf-turnstile"></div></body></html>`);

export const searchPage = (searchResult: object) =>
  page("Search results | The bureau", { user: {}, page: { "{odd": "}" }, searchResult });

export const profilePage = (businessProfile: object) =>
  page("Profile | The bureau", { user: {}, page: {}, businessProfile });

export const notFoundPage = () => notFound("Page not found | The bureau");

export const serverError = () => html("<html><head><title>Server error</title></head><body></body></html>", 500);

export const hardBlock = () =>
  html(
    `<!DOCTYPE html><html><head><title>You have been blocked | The bureau</title></head><body>
<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';</script></body></html>`,
    403,
  );
