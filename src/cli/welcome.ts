import type { Running } from "../app/start-server.ts";

/**
 * The text printed when the service has started; on a first start with a key and a line to paste. Without a mail server,
 * the dashboard's address also opens the outbox. Its fragment is not sent to any server.
 */
export function welcome({ address, demoKey, registry, standIns, hasOutbox, operatorToken }: Running): string {
  const served = registry.sources.map(({ name }) => (standIns[name] ? `${name} (${standIns[name]})` : name)).join(", ");
  return `
Winnow is ready.

  Dashboard   ${address}/${hasOutbox ? `#outbox=${operatorToken}` : ""}
  Reference   ${address}/docs
  Sources     ${served}
${demoKey ? firstSteps(address, demoKey, registry) : "  Keys        npx winnow keys create --email you@example.com --plan free\n"}
`;
}

function firstSteps(address: string, key: string, { entries }: Running["registry"]): string {
  const shown = entries.find(({ source }) => source.name === "nlretail") ?? entries[0]!;
  return `  Demo key    ${key}   (shown only once)

Try it:

  curl -X POST ${address}${shown.operation.path} \\
    -H 'access-token: ${key}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(shown.operation.examples[0])}'
`;
}
