import type { Command } from "commander";
import { localAddress, readConfig } from "../../app/config.ts";
import { operatorToken } from "../../app/service-secrets.ts";
import type { OutboxMail } from "../../endpoints/dashboard/types.ts";
import { CommandFailed } from "../command-failed.ts";
import { type OutputOptions, printRecords, withOutputOptions } from "../output/records.ts";
import { write } from "../output/write.ts";

export function register(program: Command): void {
  const command = program
    .command("outbox")
    .description("List the mails that the service on this machine could not send. Run it with the service's settings.")
    .option("--token", "print the token that opens /outbox, /metrics and /health/details instead");
  withOutputOptions(command).action(outbox);
}

async function outbox(options: OutputOptions & { token?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const token = operatorToken(config);
  if (options.token) return write(`${token}\n`);
  const address = localAddress(config.server);
  const answer = await fetch(`${address}/dashboard-api/outbox`, { headers: { "x-operator-token": token } }).catch(
    () => {
      throw new CommandFailed(`No service answers at ${address}.`);
    },
  );
  if (answer.status === 404) throw new CommandFailed("The service has a mail server: no mail waits here.");
  if (!answer.ok) throw new CommandFailed(`The service at ${address} has another OPERATOR_TOKEN or DATA_DIR.`);
  const { mails } = (await answer.json()) as { mails: OutboxMail[] };
  const rows = mails.map(({ to, subject, link }) => ({ to, subject, link }));
  await printRecords(rows, ["to", "subject", "link"], options);
}
