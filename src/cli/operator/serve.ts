import type { Command } from "commander";
import { type Config, readConfig } from "../../app/config.ts";
import { type Running, startWinnow } from "../../app/start-server.ts";
import { descriptorLimit } from "../../base/descriptor-limit.ts";
import { createLog } from "../../base/log.ts";
import { stayUp } from "../../base/stay-up.ts";
import { ensureDashboardBuilt, isDashboardBuilt } from "../bundle/build-dashboard.ts";
import { CommandFailed } from "../command-failed.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

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

export function register(program: Command): void {
  program
    .command("serve")
    .description("Run the API, the dashboard and the stand-in sites, as `npm start` does.")
    .action(async () => {
      // The process goes on if the reader of its output has gone.
      process.stdout.on("error", () => {});
      refuseFewDescriptors(descriptorLimit());
      const config = readConfig(process.env);
      const log = createLog(config.server.logLevel);
      // Not awaited: the API does not need it.
      const building = isDashboardBuilt() ? null : ensureDashboardBuilt(log);
      const running = await startWinnow(config, { ...(building && { building }) }).catch((error) => {
        throw listenFailed(error, config.server);
      });
      stayUp(log);
      if (running.isTrial) process.stdout.write(welcome(running));
      else log.info(startFacts(running), "Winnow is ready");
      stopOnSignals(running, config.shutdown, (line) => process.stdout.write(line));
    });
}

function listenFailed(error: NodeJS.ErrnoException, { host, port }: Config["server"]): Error {
  if (error.syscall !== "listen") return error;
  const why = error.code === "EADDRINUSE" ? "another process listens there" : error.code;
  return new CommandFailed(`Winnow cannot listen on ${host}:${port}: ${why}. Stop that process, or set PORT and HOST.`);
}

/** Node, the store, the dashboard's files and the stand-ins take 80 of them before the first call. */
const MIN_DESCRIPTORS = 256;

export function refuseFewDescriptors(limit: number): void {
  if (limit >= MIN_DESCRIPTORS) return;
  throw new CommandFailed(
    `Winnow needs at least ${MIN_DESCRIPTORS} file descriptors, and this process may open ${limit}: raise the limit with \`ulimit -n 4096\`, or LimitNOFILE in systemd.`,
  );
}
