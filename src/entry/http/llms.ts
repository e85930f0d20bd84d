import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { agentsPage, skillFile } from "../../docs/agents.ts";
import { limitsPage } from "../../docs/limits-page.ts";
import { llmsText, pageName } from "../../docs/llms.ts";
import { errorsPage, operationPage, pricesPage } from "../../docs/markdown.ts";
import { LOCAL } from "../../docs/openapi.ts";
import type { Registry } from "../../service/registry.ts";
import { addressedAnswer } from "./fixed-answer.ts";

const served = ["calling.md", "jobs.md", "limits.md", "errors.md", "prices.md"];

/** A hand-written page; links to pages that are not served become plain text. */
const manual = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8").replaceAll(
    /\[([^\]]+)\]\((?!https?:|\/|#)([^)#]+)(?:#[^)]*)?\)/g,
    (link, words: string, page: string) => (served.includes(page) ? link : words),
  );

/**
 * The reference for language models: `/llms.txt`, and a Markdown page for each operation at `/docs/<operation>.md`.
 * Examples use the service's own address, never the `Host` that a request claims.
 */
export function registerLlms(server: FastifyInstance, registry: Registry, publicOrigin: () => string): void {
  const page = (url: string, type: string, text: () => string) =>
    server.get(url, addressedAnswer(`text/${type}; charset=utf-8`, text));
  page("/llms.txt", "plain", () => llmsText(registry, publicOrigin()));
  for (const entry of registry.entries) {
    page(`/docs/${pageName(entry)}`, "markdown", () => operationPage(entry, publicOrigin()));
  }
  page("/docs/errors.md", "markdown", errorsPage);
  page("/docs/agents.md", "markdown", () => agentsPage(registry, publicOrigin()));
  page("/docs/SKILL.md", "markdown", () => skillFile(registry, publicOrigin()));
  page("/docs/prices.md", "markdown", () => pricesPage(registry));
  page("/docs/limits.md", "markdown", limitsPage);
  for (const name of ["calling.md", "jobs.md"]) {
    page(`/docs/${name}`, "markdown", () => manual(name).replaceAll(LOCAL, publicOrigin()));
  }
}
