import type { Command } from "commander";
import { wholeNumber } from "./arguments.ts";
import { optionFor } from "./endpoints/option.ts";
import { registerEndpoints } from "./endpoints/register.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { endpointCommands } from "./generated/endpoints.ts";
import { calling } from "./service/calling.ts";
import { withServiceOptions } from "./service/connect.ts";
import { listen } from "./webhooks/listen.ts";

export function register(program: Command): void {
  const { group } = registerEndpoints(program, "webhooks");
  const create = endpointCommands.find(({ group, name }) => group === "webhooks" && name === "create")!;
  const events = create.fields.find(({ name }) => name === "events")!;
  withServiceOptions(
    group
      .command("listen")
      .description("Print events as they happen, by polling: works behind a firewall. One JSON line per delivery.")
      .option("--webhook <id>", "follow this webhook (default: a temporary one)")
      .addOption(optionFor(events))
      .option("--forward-to <address>", "also POST each to this address, such as http://127.0.0.1:3000/hook, signed")
      .option("--count <n>", "stop after n deliveries", wholeNumber),
  )
    .addHelpText("after", exitCodesHelp)
    .action(calling(listen));
}
