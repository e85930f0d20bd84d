import type { StandInReply } from "../../../contract/stand-in.ts";

const html = (status: number, body: string): StandInReply => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html>\n${body}`,
});

/** A script must not end inside a string of the state. */
const embedded = (state: object) => JSON.stringify(state).replaceAll("</", "<\\/");

/** Scripts of the bot wall are on the good pages too. */
const page = (title: string, state: object) =>
  html(
    200,
    `<html lang="en"><head><title>${title}</title></head><body><div id="root"></div>
<script>window.__PRELOADED_STATE__ = ${embedded(state)};</script>
<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><div class="cf-turnstile"></div></body></html>`,
  );

export const searchPage = (searchResult: object) =>
  page("Search results | The bureau", { user: {}, page: { "{odd": "}" }, searchResult });

export const profilePage = (businessProfile: object) =>
  page("Profile | The bureau", { user: {}, page: {}, businessProfile });

export const notFoundPage = () =>
  html(404, "<html><head><title>Page not found | The bureau</title></head><body></body></html>");

export const serverError = () => html(500, "<html><head><title>Server error</title></head><body></body></html>");

export const hardBlock = () =>
  html(
    403,
    `<html><head><title>You have been blocked | The bureau</title></head><body>
<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';</script></body></html>`,
  );

export const challengePage = () =>
  html(
    403,
    `<html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript>
<script>(function(){window._cf_chl_opt = {cvId: '3', cType: 'managed'};})();</script>
<script src="https://challenges.cloudflare.com/turnstile/v0/g/api.js" async></script></body></html>`,
  );
