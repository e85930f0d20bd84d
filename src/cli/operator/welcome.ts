import type { Running } from "../../app/start-server.ts";

/**
 * The text printed when the service has started; on a first start with a key and a line to paste. Without a mail server,
 * the dashboard's address also opens the outbox. Its fragment is not sent to any server.
 */
export function welcome({ address, demoKey, registry, standIns, hasOutbox, operatorToken }: Running): string {
  return `
Winnow is ready.

  Dashboard   ${address}/${hasOutbox ? `#outbox=${operatorToken}` : ""}
  Reference   ${address}/docs
  Sources     ${served({ registry, standIns }).join(", ")}
${demoKey ? firstSteps(address, demoKey, registry) : `  Keys        ${CREATE_KEY}\n`}
`;
}

/** The same for a log that others may read: commands instead of secrets. */
export const startFacts = ({ address, hasOutbox, ...running }: Running) => ({
  address,
  sources: served(running),
  keys: CREATE_KEY,
  ...(hasOutbox && { mails: "npx winnow outbox" }),
});

const CREATE_KEY = "npx winnow keys create --email you@example.com --plan free";

const served = ({ registry, standIns }: Pick<Running, "registry" | "standIns">): string[] =>
  registry.sources.map(({ name }) => (standIns[name] ? `${name} (${standIns[name]})` : name));

function firstSteps(address: string, key: string, { entries }: Running["registry"]): string {
  const shown = entries.find(({ source }) => source.name === "nlretail") ?? entries[0]!;
  return `  Demo key    ${key}   (shown only once)

Try it:

  curl -X POST ${address}${shown.operation.path} \\
    -H 'access-token: ${key}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(shown.operation.examples[0])}'
`;
}
