import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { packedFile, type SiteFile } from "./site-files.ts";
import { readStyles, usedStyles } from "./used-styles.ts";

/** What the web app's build leaves for the service. */
interface Renderer {
  renderPage(path: string, answers: Record<string, unknown>): Promise<string>;
}

type Site = ReadonlyMap<string, SiteFile>;

interface Page {
  title: string;
  /** The answers with which it is complete. */
  answers: string[];
  /** Those answers are of an account: asked for with its cookie, sent with the page, and kept nowhere. */
  ofAccount: boolean;
}

const pages: Record<string, Page> = {
  "/": { title: "Data from websites, as records", answers: ["/catalogue"], ofAccount: false },
  "/sign-in": { title: "Sign in", answers: [], ofAccount: false },
  "/overview": {
    title: "Overview",
    answers: ["/session", "/keys", "/usage?days=30", "/requests?limit=6", "/status.json"],
    ofAccount: true,
  },
};

/** The pages of everybody are rendered for somebody who is not signed in. */
const nobody = { "/session": { me: null } };

/**
 * The pages that people come to first, rendered here: the words are in the document, with the styles they use, and
 * are seen before any script has come. Anything that goes wrong leaves the document that every other page has.
 */
export function renderedPages(scope: FastifyInstance, folder: string, site: Site) {
  const file = join(folder, "renderer/render.js");
  if (!existsSync(file)) return null;
  let loading: Promise<{ renderPage: Renderer["renderPage"]; stylesOf(html: string): string }> | undefined;
  const load = async () => {
    const { renderPage } = (await import(pathToFileURL(file).href)) as Renderer;
    const sheets = stylesheetsOf(site.get("/index.html")!.text());
    const groups = sheets.flatMap((path) => readStyles(site.get(path)?.text() ?? ""));
    return { renderPage, stylesOf: (html: string) => usedStyles(groups, html) };
  };

  /** The same for everybody, until the address that people open changes. */
  const kept = new Map<string, { template: SiteFile; file: SiteFile }>();

  return {
    paths: Object.keys(pages),
    async of(path: string, template: SiteFile, request: FastifyRequest, reply: FastifyReply): Promise<SiteFile> {
      const { title, answers: wanted, ofAccount } = pages[path]!;
      const known = kept.get(path);
      if (known?.template === template) return known.file;
      if (ofAccount && !request.headers.cookie) return template;
      const answers = await answersTo(scope, wanted, request, reply);
      if (!answers || (ofAccount && !(answers["/session"] as { me: unknown }).me)) return template;
      loading ??= load();
      const { renderPage, stylesOf } = await loading;
      const html = await renderPage(path, ofAccount ? answers : { ...answers, ...nobody });
      const parts = { path, title, html, styles: stylesOf(html), answers: ofAccount ? answers : null };
      const made = packedFile(template.type, documentWith(template.text(), parts), ofAccount ? "quick" : "small");
      if (ofAccount) return { ...made, private: true };
      kept.set(path, { template, file: made });
      return made;
    },
  };
}

/** What the page's program would ask for, asked in its name; null where anything but an answer came. */
async function answersTo(
  scope: FastifyInstance,
  paths: string[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Record<string, unknown> | null> {
  const { "if-none-match": _tag, "accept-encoding": _encoding, ...headers } = request.headers;
  const replies = await Promise.all(
    paths.map((path) =>
      scope.inject({
        url: path === "/status.json" ? path : `/dashboard-api${path}`,
        headers: { ...headers, accept: "application/json" },
        ...(request.socket.remoteAddress && { remoteAddress: request.socket.remoteAddress }),
      }),
    ),
  );
  if (replies.some(({ statusCode }) => statusCode !== 200)) return null;
  const cookies = replies.flatMap(({ headers: { "set-cookie": set } }) => set ?? []);
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  return Object.fromEntries(paths.map((path, at) => [path, replies[at]!.json()]));
}

const SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;
const FILE = /<link rel="(?:stylesheet|modulepreload)"[^>]* href="([^"]+)">\s*/g;

const stylesheetsOf = (document: string): string[] => [...document.matchAll(SHEET)].map(([, href]) => href!);

interface Rendered {
  path: string;
  title: string;
  html: string;
  styles: string;
  answers: Record<string, unknown> | null;
}

/** The document with the page in it. The program's files are only named, for when somebody uses the page. */
function documentWith(document: string, { path, title, html, styles, answers }: Rendered): string {
  const files = [...document.matchAll(FILE)].map(([, href]) => href);
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
  return document
    .replace(FILE, "")
    .replace("<html ", `<html data-rendered="${path}" `)
    .replace("<title>", `<title>${title} · `)
    .replace("</head>", () => `<style>${styles}</style></head>`)
    .replace(/<div id="root">.*<\/div>/s, () => `<div id="root">${html}</div>`)
    .replace("</body>", () => `${data("program-files", files)}${answers ? data("answers", answers) : ""}</body>`);
}
