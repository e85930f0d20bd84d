import { type Command, Option } from "commander";
import type { Webhook, WebhookDelivery } from "../../client/src/index.ts";
import { deliveryStatuses, webhookEvents } from "../service/work-views.ts";
import { commaList, wholeNumber } from "./arguments.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { firstOf } from "./output/first-of.ts";
import { type OutputOptions, printRecords, withOutputOptions } from "./output/records.ts";
import { calling } from "./service/calling.ts";
import { type ServiceOptions, withServiceOptions } from "./service/connect.ts";
import { listen } from "./webhooks/listen.ts";

type Options = ServiceOptions & OutputOptions;
type Events = NonNullable<Webhook["events"]>;

const columns = ["id", "url", "status", "events", "failing_since"];
const deliveryColumns = ["created_at", "event", "status", "tries", "last", "id", "url"];

const print = (webhooks: Webhook[], options: OutputOptions, first: string[] = []) =>
  printRecords(
    webhooks.map((webhook) => ({ ...webhook })),
    [...first, ...columns],
    options,
  );

const printDeliveries = (deliveries: WebhookDelivery[], options: OutputOptions) =>
  printRecords(
    deliveries.map((delivery) => {
      const last = delivery.attempts.at(-1);
      return { ...delivery, tries: delivery.attempts.length, last: last ? (last.error ?? last.status) : null };
    }),
    deliveryColumns,
    options,
  );

/** Who is told when something has happened, from the shell. */
export function registerWebhooks(program: Command): void {
  const webhooks = program.command("webhooks").description("Webhooks of a Winnow service and their deliveries.");
  const command = (name: string, description: string) =>
    withServiceOptions(withOutputOptions(webhooks.command(name).description(description))).addHelpText(
      "after",
      exitCodesHelp,
    );
  const eventsHelp = `any of ${webhookEvents.join(", ")}; default: all`;
  command("list", "The account's webhooks.").action(
    calling(async ({ winnow }, options: Options) => print(await winnow.webhooks.list(), options)),
  );
  command("create", "Create a webhook. Prints it with its secret, which is shown only once.")
    .argument("<address>", "such as https://example.com/hook")
    .option("--events <a,b>", eventsHelp, commaList)
    .action(
      calling(async ({ winnow }, address: string, options: Options & { events?: string[] }) =>
        print([await winnow.webhooks.create(address, options.events as Events | undefined)], options, ["secret"]),
      ),
    );
  command("rotate", "Create a new secret. Both secrets sign until the overlap ends.")
    .argument("<id>", "the webhook's id")
    .option("--overlap <seconds>", "seconds until the old secret ends", wholeNumber, 86_400)
    .action(
      calling(async ({ winnow }, id: string, options: Options & { overlap: number }) =>
        print([await winnow.webhooks.rotate(id, options.overlap)], options, ["secret"]),
      ),
    );
  const acts = {
    enable: ["Enable a disabled webhook.", "enable"],
    delete: ["Delete a webhook.", "remove"],
  } as const;
  for (const [name, [description, act]] of Object.entries(acts)) {
    command(name, description)
      .argument("<id>", "the webhook's id")
      .action(
        calling(async ({ winnow }, id: string, options: Options) => print([await winnow.webhooks[act](id)], options)),
      );
  }
  command("test", "Send a test event.")
    .argument("<id>", "the webhook's id")
    .action(
      calling(async ({ winnow }, id: string, options: Options) =>
        printDeliveries([await winnow.webhooks.test(id)], options),
      ),
    );
  command("deliveries", "List deliveries, newest first; as JSON with every try and response.")
    .option("--webhook <id>", "only those to one webhook")
    .addOption(new Option("--status <status>", "only this status").choices([...deliveryStatuses]))
    .option("--limit <n>", "how many", wholeNumber, 25)
    .action(
      calling(
        async (
          { winnow },
          options: Options & { webhook?: string; status?: WebhookDelivery["status"]; limit: number },
        ) => {
          const { webhook, status, limit } = options;
          const filter = { ...(webhook !== undefined && { webhookId: webhook }), ...(status && { status }) };
          await printDeliveries(await firstOf(winnow.webhooks.deliveries(filter), limit), options);
        },
      ),
    );
  command("replay", "Send a delivery again.")
    .argument("<id>", "the delivery's id, `msg_…`")
    .action(
      calling(async ({ winnow }, id: string, options: Options) =>
        printDeliveries([await winnow.webhooks.replay(id)], options),
      ),
    );
  withServiceOptions(
    webhooks
      .command("listen")
      .description("Print events as they happen, by polling: works behind a firewall. One JSON line per delivery.")
      .option("--webhook <id>", "follow this webhook (default: a temporary one)")
      .option("--events <a,b>", eventsHelp, commaList)
      .option("--forward-to <address>", "also POST each to this address, such as http://127.0.0.1:3000/hook, signed")
      .option("--count <n>", "stop after n deliveries", wholeNumber),
  )
    .addHelpText("after", exitCodesHelp)
    .action(calling(listen));
}
