import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { installedSource } from "../../app/installed-sources.ts";
import { requestRefusal } from "../../contract/request-refusal.ts";
import type { Source } from "../../contract/source.ts";
import type { Recording } from "../../extraction/recording/recording.ts";
import { replay } from "../../extraction/recording/replay.ts";
import { CommandFailed } from "../command-failed.ts";
import { write } from "../output/write.ts";
import { savedRecording } from "./record.ts";
import { redactRecordings } from "./redact/redact-recordings.ts";

export function register(program: Command): void {
  program
    .command("redact")
    .description(
      "Replace all content of a site in recordings by invented words, for a stand-in that answers from them.",
    )
    .argument("<recordings...>", "files of `winnow record`, all of one source")
    .requiredOption("-o, --out <file>", "where to save the exchanges, such as src/sources/lampshop/recorded.json")
    .addHelpText(
      "after",
      `
Names, texts, IDs and pictures are replaced, the same word by the same everywhere. Structure stays: keys, tags, classes, lengths,
case, dates, short numbers, the shape of URLs. A word stays where the reader needs it: with the result each operation gives as many
records as before, with the same fields filled. Read the words that it names before you commit the file.`,
    )
    .action(redact);
}

async function redact(files: string[], { out }: { out: string }): Promise<void> {
  const recordings = await Promise.all(files.map(savedRecording));
  const source = await installedSource(readConfig(process.env), recordings[0]!.source);
  const redacted = await redactRecordings(recordings, replayOn(source)).catch((error: Error) => {
    throw new CommandFailed(`cannot redact: ${error.message}`);
  });
  await writeFile(out, `${JSON.stringify(listExchanges(redacted.recordings), null, 2)}\n`);
  const requests = redacted.recordings.map(
    ({ operation, request }, nth) =>
      `${operation} ${JSON.stringify(request)}${redacted.missing[nth] ? " (no such thing: for `missing` of sourceSuite)" : ""}`,
  );
  await write(`${out}: ${redacted.records} records, as before
Words of the site that stay: ${redacted.kept.join(", ") || "none"}
Take the examples and canaries from these requests. It answers no others, unless a list of the stand-in makes their pages:
${requests.join("\n")}
`);
}

/** Runs recordings whose requests the operation takes: values of closed lists must stay. */
export const replayOn = (source: Source) => async (recording: Recording) => {
  const operation = source.operations.find(({ path }) => path === recording.operation);
  const refusal = operation && requestRefusal(operation, recording.request);
  return refusal ? Promise.reject(new Error(refusal)) : replay(recording, source);
};

/** Input for `recordedStandIn`; a repeated request is included once. */
export function listExchanges(recordings: readonly Recording[]) {
  const exchanges = recordings.flatMap(({ exchanges }) => exchanges);
  const unique = new Map(
    exchanges.map((exchange) => [`${exchange.method} ${exchange.url} ${exchange.requestBody}`, exchange]),
  );
  return [...unique.values()].map(({ method, url, requestBody, status, headers, body }) => {
    const { pathname, search } = new URL(url);
    return { method, path: pathname + search, body: requestBody, status, headers, text: Buffer.from(body).toString() };
  });
}
