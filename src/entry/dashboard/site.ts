import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fileEncodingOf, isUnchanged } from "../../base/content-negotiation.ts";
import type { DashboardParts } from "./parts.ts";
import { loadSite, packedFile, type SiteFile } from "./site-files.ts";

/** Every page of the web app; each is answered with the same document, which then shows the page of its address. */
export const pages = [
  "/",
  "/sign-up",
  "/sign-in",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/outbox",
  "/status",
  "/overview",
  "/keys",
  "/keys/:id",
  "/usage",
  "/requests",
  "/requests/compare",
  "/requests/:id",
  "/playground",
  "/automation/jobs",
  "/automation/jobs/:id",
  "/automation/batches",
  "/automation/batches/new",
  "/automation/batches/:id",
  "/automation/schedules",
  "/automation/schedules/new",
  "/automation/schedules/:id",
  "/automation/webhooks",
  "/automation/webhooks/:id",
  "/mcp-setup",
  "/oauth/authorize",
  "/plans",
  "/points",
  "/account",
  "/admin/people",
  "/admin/people/:id",
  "/admin/keys",
  "/admin/requests",
  "/admin/requests/:id",
  "/admin/sources",
  "/admin/incidents",
  "/admin/incidents/:no",
  "/admin/audit",
];

/**
 * No inline script and none from elsewhere. Styles may be inline because the components set them so; pictures may come
 * from anywhere because records show those of the sites.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headersFor = (secure: boolean): Record<string, string> => ({
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  ...(secure && { "strict-transport-security": "max-age=31536000" }),
});

export function registerSite(scope: FastifyInstance, { builtFolder, publicOrigin }: DashboardParts): void {
  const site = loadSite(join(builtFolder, "site"));
  scope.addHook("onSend", async (_request, reply) => {
    reply.headers(headersFor(publicOrigin().startsWith("https:")));
  });
  const document = documentAt(site.get("/index.html"), publicOrigin);
  for (const url of pages) {
    scope.get(url, async (request, reply) => (document ? sendFile(request, reply, document()) : sendExcuse(reply)));
    scope.post(url, { onRequest: sendBack }, async (_request, reply) => reply.callNotFound());
  }
  // One route for all files: a route for each would take a tenth of the service's start.
  scope.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const url = `/${request.params["*"]}`;
    const file = site.get(url);
    if (file && url !== "/index.html") return sendFile(request, reply, file);
    // People who mistyped an address get the page that says so; programs get the error they know.
    return document && /text\/html/.test(request.headers.accept ?? "")
      ? sendFile(request, reply.code(404), document())
      : reply.callNotFound();
  });
}

/**
 * A form that the browser sent itself, because the page's script had failed, has no handler: the page opens again. This
 * runs before the body is read, so that a password in it reaches no parser and no log. The address loses its query: it
 * may hold what was typed.
 */
async function sendBack(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers["content-type"] ?? ""))
    return;
  return reply.header("cache-control", "no-store").redirect(new URL(request.url, "http://any").pathname, 303);
}

/** The document with the whole address of its picture: whoever shares a page is shown no other. */
function documentAt(file: SiteFile | undefined, origin: () => string): (() => SiteFile) | null {
  if (!file) return null;
  let made: { origin: string; file: SiteFile } | null = null;
  return () => {
    const now = origin();
    if (made?.origin !== now) {
      made = {
        origin: now,
        file: packedFile(file.type, file.text().replace('"/share.png"', `"${now}/share.png"`)),
      };
    }
    return made.file;
  };
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): Promise<FastifyReply> {
  const isKnown = isUnchanged(request.headers["if-none-match"], file.etag);
  const encoding = fileEncodingOf(request.headers["accept-encoding"] as string | undefined);
  const sent = isKnown ? null : await file.send(encoding);
  if (!sent && !isKnown) {
    reply.callNotFound();
    return reply;
  }
  reply.headers({
    "content-type": file.type,
    etag: file.etag,
    vary: "accept-encoding",
    "cache-control": file.hashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (!sent) return reply.code(304).send();
  return sent.as ? reply.header("content-encoding", sent.as).send(sent.bytes) : reply.send(sent.bytes);
}

/** A build that failed must not stop the API. */
const sendExcuse = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type("text/html; charset=utf-8")
    .send(
      "<!doctype html><html lang=en><title>Winnow</title><h1>The dashboard is not built</h1>" +
        "<p>The API works. Its reference is at <a href=/docs>/docs</a>. The log says what went wrong.</p>",
    );
