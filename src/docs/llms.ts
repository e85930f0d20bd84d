import type { Entry, Registry } from "../service/registry.ts";

/** The file name of an operation's page, here and in `docs/operations`. */
export const pageName = ({ name }: Pick<Entry, "name">): string => `${name.replaceAll("/", "-")}.md`;

/** `llms.txt` (llmstxt.org): what a language model needs to know to use the service, and where to read more. */
export function llmsText(registry: Registry, baseUrl: string): string {
  const shown = registry.entries[0]!.operation;
  return `# Winnow

> Winnow returns structured records, taken live from public websites: send one HTTP POST with a JSON body, get a JSON array of records.

- Send the API key in the header \`access-token\` (not as a bearer token): \`curl -X POST ${baseUrl}${shown.path} -H "access-token: $WINNOW_KEY" -H "content-type: application/json" -d '${JSON.stringify(shown.examples[0]).replaceAll("'", "'\\''")}'\`
- Only status 200 is charged. \`?dry_run=true\` shows the most a request can cost, free. The header \`x-max-cost: N\` refuses a request that could cost more.
- Send an \`Idempotency-Key\`. If the connection breaks, repeat the request with the same key within 24 hours: you pay once.
- After 429 wait for the seconds in \`Retry-After\`. Every error has a JSON body \`{"detail": ...}\` and its code in \`x-error-code\`.
- \`Accept: application/x-ndjson\` streams records as pages arrive. \`Accept: text/csv\` returns a table.
- Agents: MCP (Streamable HTTP) at ${baseUrl}/mcp with the same key; tools discover, execute, get_page, query, export.

## Operations

${registry.entries
  .map(
    (entry) =>
      `- [${entry.operation.summary}](${baseUrl}/docs/${pageName(entry)}): \`POST ${entry.operation.path}\`, ${entry.operation.price.words}`,
  )
  .join("\n")}

## Account

- \`GET ${baseUrl}/token/statistic\`: plan, points, limits and usage of each key of the account; free
- \`GET ${baseUrl}/token/requests?limit=100\`: the account's requests, newest first; free

## Reference

- [For agents](${baseUrl}/docs/agents.md): how to work with the tools, and a worked example for each operation; as a skill file: ${baseUrl}/docs/SKILL.md
- [Calling the API](${baseUrl}/docs/calling.md): headers, streaming, jobs and errors, with examples in curl, TypeScript and Python
- [Errors](${baseUrl}/docs/errors.md): every code, what it means and what to do
- [Prices](${baseUrl}/docs/prices.md): how a request is charged
- [OpenAPI](${baseUrl}/openapi.json): the whole interface as OpenAPI 3.1
`;
}
