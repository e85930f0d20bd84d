import type { FastifyInstance } from "fastify";
import { agentsPage, skillFile } from "../../docs/agents.ts";
import { llmsText, pageName } from "../../docs/llms.ts";
import { errorsPage, operationPage, pricesPage } from "../../docs/markdown.ts";
import type { Registry } from "../../service/registry.ts";
import { type FixedAnswer, fixedAnswer } from "./fixed-answer.ts";

/**
 * The reference for language models: `/llms.txt`, and a Markdown page for each operation at `/docs/<operation>.md`.
 * Their examples name the service's own address, never the `Host` that a request claims.
 */
export function registerLlms(server: FastifyInstance, registry: Registry, publicOrigin: () => string): void {
  const page = (url: string, type: string, text: () => string) => {
    let made: FixedAnswer | undefined;
    server.get(url, (request, reply) => {
      made ??= fixedAnswer(`text/${type}; charset=utf-8`, text());
      return made.send(request, reply);
    });
  };
  page("/llms.txt", "plain", () => llmsText(registry, publicOrigin()));
  for (const entry of registry.entries) {
    page(`/docs/${pageName(entry)}`, "markdown", () => operationPage(entry, publicOrigin()));
  }
  page("/docs/errors.md", "markdown", errorsPage);
  page("/docs/agents.md", "markdown", () => agentsPage(registry, publicOrigin()));
  page("/docs/SKILL.md", "markdown", () => skillFile(registry, publicOrigin()));
  page("/docs/prices.md", "markdown", () => pricesPage(registry));
}
