import type { StandIn, StandInReply } from "../../contract/stand-in.ts";

/** The replies of a stand-in site. */

export const json = (value: unknown, status = 200): StandInReply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: JSON.stringify(value),
});

export const html = (body: string, status = 200): StandInReply => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body,
});

export const notFound = (words = "Not found"): StandInReply =>
  html(`<!DOCTYPE html><html><head><title>${words}</title></head><body><h1>${words}</h1></body></html>`, 404);

export const redirect = (location: string, status = 301): StandInReply => ({ status, headers: { location }, body: "" });

/** The managed challenge of a common bot wall, which `managedChallenge` recognises. */
export const challenge = (): StandInReply =>
  html(
    `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body>
<noscript>Enable JavaScript and cookies to continue</noscript>
<script>(function(){window._cf_chl_opt = {cvId: '3', cType: 'managed'};})();</script></body></html>`,
    403,
  );

/** One stand-in of several parts: the first that has the requested page answers. */
export const joinedStandIns = (first: StandIn, ...others: StandIn[]): StandIn => ({
  async answer(call) {
    let reply = await first.answer(call);
    for (const other of others) {
      if (reply.status !== 404) break;
      reply = await other.answer(call);
    }
    return reply;
  },
  challenge: first.challenge,
});
