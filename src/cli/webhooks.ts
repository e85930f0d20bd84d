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
  const webhooks = program.command("webhooks").description("Webhooks of a Winnow service, and what they were told.");
  const command = (name: string, description: string) =>
    withServiceOptions(withOutputOptions(webhooks.command(name).description(description))).addHelpText(
      "after",
      exitCodesHelp,
    );
  const eventsHelp = `of ${webhookEvents.join(", ")}; all unless given`;
  command("list", "The account's webhooks.").action(
    calling(async ({ winnow }, options: Options) => print(await winnow.webhooks.list(), options)),
  );
  command("create", "Name a receiver. Prints it with its secret, which is shown this once.")
    .argument("<address>", "such as https://example.com/hook")
    .option("--events <a,b>", eventsHelp, commaList)
    .action(
      calling(async ({ winnow }, address: string, options: Options & { events?: string[] }) =>
        print([await winnow.webhooks.create(address, options.events as Events | undefined)], options, ["secret"]),
      ),
    );
  command("rotate", "Make a new secret; the old one signs beside it for the overlap.")
    .argument("<id>", "the webhook's id")
    .option("--overlap <seconds>", "how long both sign", wholeNumber, 86_400)
    .action(
      calling(async ({ winnow }, id: string, options: Options & { overlap: number }) =>
        print([await winnow.webhooks.rotate(id, options.overlap)], options, ["secret"]),
      ),
    );
  const acts = {
    enable: ["Turn on one that was disabled.", "enable"],
    delete: ["Tell it no more.", "remove"],
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
  command("deliveries", "What was sent, newest first, with every try and answer in JSON.")
    .option("--webhook <id>", "only those to one webhook")
    .addOption(new Option("--status <status>", "only those").choices([...deliveryStatuses]))
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
      .description(
        "Print what webhooks are told as it happens, on a machine that nobody can reach: by asking for it. JSON, a delivery a line.",
      )
      .option("--webhook <id>", "of one webhook; unless given, a receiver of its own for as long as it listens")
      .option("--events <a,b>", eventsHelp, commaList)
      .option("--count <n>", "end after so many", wholeNumber),
  )
    .addHelpText("after", exitCodesHelp)
    .action(calling(listen));
}
