import type { Entry, Registry } from "../service/registry.ts";

/** The file name of an operation's page, here and in `docs/operations`. */
export const pageName = ({ name }: Pick<Entry, "name">): string => `${name.replaceAll("/", "-")}.md`;

/** `llms.txt` (llmstxt.org): what a language model needs to know to use the service, and where to read on. */
export function llmsText(registry: Registry, baseUrl: string): string {
  const shown = registry.entries[0]!.operation;
  return `# Winnow

> Structured records taken live from public websites: one HTTP POST with a JSON body in, a JSON array of records out.

- Send the API key in the header \`access-token\` (not as a bearer token): \`curl -X POST ${baseUrl}${shown.path} -H "access-token: $WINNOW_KEY" -H "content-type: application/json" -d '${JSON.stringify(shown.examples[0]).replaceAll("'", "'\\''")}'\`
- Only an answer with status 200 is charged, in points. \`?dry_run=true\` tells the most a request can cost, free; the header \`x-max-cost: N\` refuses one that could cost more.
- Send an \`Idempotency-Key\` and repeat the request with it after a broken connection: it is run and charged once in 24 hours.
- After 429 wait for the seconds in \`Retry-After\`. Every error has a JSON body \`{"detail": ...}\` and its code in \`x-error-code\`.
- \`Accept: application/x-ndjson\` gives records as pages arrive, \`Accept: text/csv\` a table.
- Agents: MCP (Streamable HTTP) at ${baseUrl}/mcp with the same key; tools discover, execute, get_page, query, export.

## Operations

${registry.entries
  .map(
    (entry) =>
      `- [${entry.operation.summary}](${baseUrl}/docs/${pageName(entry)}): \`POST ${entry.operation.path}\`, ${entry.operation.price.words}`,
  )
  .join("\n")}

## The key's own figures

- \`GET ${baseUrl}/token/statistic\`: plan, points, limits and usage of each key of the account; free
- \`GET ${baseUrl}/token/requests?limit=100\`: the account's requests, newest first; free

## Reference

- [For agents](${baseUrl}/docs/agents.md): how to work with the tools, and a worked example for each operation; as a skill file: ${baseUrl}/docs/SKILL.md
- [Errors](${baseUrl}/docs/errors.md): every code, what it means and what to do
- [Prices](${baseUrl}/docs/prices.md): how a request is charged
- [OpenAPI](${baseUrl}/openapi.json): the whole interface as OpenAPI 3.1
`;
}
