import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUnchanged } from "../../base/content-negotiation.ts";
import type { DashboardDependencies } from "./dependencies.ts";
import { fillLanding, type LandingFacts } from "./landing.ts";
import { pageRoutes } from "./pages.ts";

const html = "text/html; charset=utf-8";

/**
 * No inline or third-party scripts. Styles may be inline because the components set them; images may come from where the
 * operator allows, because records show those of the sites.
 */
const policyWith = (pictureSources: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...pictureSources].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const headersFor = (policy: string, secure: boolean): Record<string, string> => ({
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  ...(secure && { "strict-transport-security": "max-age=31536000" }),
});

export async function registerSite(
  scope: FastifyInstance,
  {
    builtFolder,
    building,
    publicOrigin,
    pictureSources,
    landing,
  }: Pick<DashboardDependencies, "builtFolder" | "building" | "publicOrigin" | "pictureSources"> & {
    landing: LandingFacts;
  },
): Promise<void> {
  const root = join(builtFolder, "site");
  let isBuilding = building !== null;
  let site = isBuilding ? null : siteIn(builtFolder, publicOrigin, landing);
  void building?.then(() => {
    isBuilding = false;
    site = siteIn(builtFolder, publicOrigin, landing);
  });
  const policy = policyWith(pictureSources);
  scope.addHook("onSend", async (_request, reply) => {
    reply.headers(headersFor(policy, publicOrigin().startsWith("https:")));
  });
  await scope.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
    setHeaders: (reply, path) =>
      reply.header(
        "cache-control",
        path.startsWith(join(root, "assets")) ? "public, max-age=31536000, immutable" : "no-cache",
      ),
  });
  // Every page but the landing page is the same document, which shows the page of its address.
  for (const url of site?.pages ?? []) {
    scope.get(url, (request, reply) => site!.document(request, reply));
    scope.post(url, { onRequest: sendBack }, async (_request, reply) => reply.callNotFound());
  }
  scope.get(RELOADER, (_request, reply) =>
    reply.type("text/javascript").send("setTimeout(() => location.reload(), 2000)"),
  );
  // One route for all files: a route for each would take a tenth of the service's start.
  scope.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const file = request.params["*"];
    if (site?.files.has(file)) return reply.sendFile(file);
    // Pages that were built after the start have no route of their own.
    if (site?.isPage(`/${file}`)) return site.document(request, reply);
    if (!/text\/html/.test(request.headers.accept ?? "")) return reply.callNotFound();
    if (!site) return isBuilding ? sendWait(reply) : sendExcuse(reply);
    // A mistyped address gets an error page in browsers.
    return site.document(request, reply.code(404));
  });
}

const documents = new Set(["index.html", "home.html"]);

/** The built web app; null if there is none, or only one of an older version, which lacks a document. */
function siteIn(builtFolder: string, origin: () => string, landing: LandingFacts) {
  const root = join(builtFolder, "site");
  if (![...documents].every((name) => existsSync(join(root, name)))) return null;
  const app = documentIn(join(root, "index.html"), origin);
  const home = documentIn(join(root, "home.html"), origin, (text) => fillLanding(text, landing, origin()));
  const document: typeof app = (request, reply) => (isHome(request) ? home : app)(request, reply);
  const pages = pageRoutes(builtFolder);
  const patterns = pages.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, "[^/]+")}$`));
  const isPage = (path: string) => patterns.some((pattern) => pattern.test(path));
  return { document, files: filesIn(root), pages, isPage };
}

const isHome = ({ url }: FastifyRequest): boolean => new URL(url, "http://any").pathname === "/";

/** The files that browsers may request. No other request path reaches the disk. */
function filesIn(root: string): Set<string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"));
  return new Set(paths.filter((path) => !documents.has(path) && !/\.(br|gz)$/.test(path)));
}

/**
 * A form that the browser submitted itself, because the page's script had failed, has no handler, so the page reopens. This
 * runs before the body is read, so that a password in it reaches no parser and no log. The address loses its query, which
 * may contain input.
 */
async function sendBack(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers["content-type"] ?? ""))
    return;
  return reply.header("cache-control", "no-store").redirect(new URL(request.url, "http://any").pathname, 303);
}

/** A document with its image's absolute address, as link previews need it. */
function documentIn(path: string, origin: () => string, fill = (text: string) => text) {
  const text = readFileSync(path, "utf8");
  let made = { at: "", body: "", etag: "" };
  /** The address is known once the service listens, and then stays. */
  const current = () => {
    const at = origin();
    if (made.at === at && made.body !== "") return made;
    const body = fill(text).replace('"/share.png"', `"${at}/share.png"`);
    made = { at, body, etag: `W/"${hash("sha256", body, "base64url").slice(0, 22)}"` };
    return made;
  };
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { body, etag } = current();
    reply.headers({ "content-type": html, etag, vary: "accept-encoding", "cache-control": "no-cache" });
    return isUnchanged(request.headers["if-none-match"], etag) ? reply.code(304).send() : reply.send(body);
  };
}

/** Keeps the address's fragment, which has the operator's token: a refresh to an address with one only scrolls. */
const RELOADER = "/reload.js";

/** The first start builds the web app while the API already responds. */
const sendWait = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .header("retry-after", "5")
    .type(html)
    .send(
      "<!doctype html><html lang=en><title>Winnow</title>" +
        `<noscript><meta http-equiv=refresh content=2></noscript><script src=${RELOADER}></script><h1>One moment</h1>` +
        "<p>The dashboard is being built. This page opens when it is ready. The API already responds.</p>",
    );

/** A failed build must not stop the API. */
const sendExcuse = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type(html)
    .send(
      "<!doctype html><html lang=en><title>Winnow</title><h1>The dashboard is not built</h1>" +
        "<p>The API works. Its reference is at <a href=/docs>/docs</a>. The log says what went wrong.</p>",
    );
