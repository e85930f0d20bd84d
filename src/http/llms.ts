import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { llmsText, pageName } from "../docs/llms.ts";
import { errorsPage, operationPage, pricesPage } from "../docs/markdown.ts";
import type { Registry } from "../service/registry.ts";

/** The reference for language models: `/llms.txt`, and a Markdown page for each operation at `/docs/<operation>.md`. */
export function registerLlms(server: FastifyInstance, registry: Registry): void {
  server.get("/llms.txt", (request, reply) =>
    reply.header("content-type", "text/plain; charset=utf-8").send(llmsText(registry, baseOf(request))),
  );
  for (const entry of registry.entries) {
    server.get(`/docs/${pageName(entry)}`, (request, reply) => markdown(reply, operationPage(entry, baseOf(request))));
  }
  server.get("/docs/errors.md", (_request, reply) => markdown(reply, errorsPage()));
  server.get("/docs/prices.md", (_request, reply) => markdown(reply, pricesPage(registry)));
}

const markdown = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header("content-type", "text/markdown; charset=utf-8").send(text);

/** The address the page was asked for at, so that its examples can be pasted; a host that is none is left out. */
function baseOf({ protocol, host }: FastifyRequest): string {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `${protocol}://${host}` : "";
}
