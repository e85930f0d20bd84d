import type { Command } from "commander";
import { ApiError, ConnectionFailed, type ErrorCode } from "../../../client/src/index.ts";
import { CommandFailed } from "../command-failed.ts";
import { type Ending, exitCodes } from "../exit-codes.ts";
import { programName } from "../program-name.ts";

const byCode: Partial<Record<ErrorCode, Ending>> = {
  no_such_thing: "noSuchThing",
  unreadable: "unknownForm",
  not_enough_points: "points",
  over_spending_cap: "points",
  over_max_cost: "points",
};

const byStatus: Record<number, Ending> = {
  401: "key",
  403: "key",
  408: "deadline",
  409: "deadline",
  412: "blocked",
  429: "rateLimited",
};

export function failureEnding(error: ApiError): Ending {
  const known = error.code === null ? undefined : byCode[error.code];
  return known ?? byStatus[error.status] ?? (error.status >= 500 ? "service" : "badCall");
}

/** The command's options in place of the client's. */
const inOptions = (text: string): string => text.replaceAll("maxCost", "--max-cost");

/** The command that lists what there is, of the group of the one that found nothing. */
function whereToLook(command: Command | undefined): string {
  const group = command?.parent;
  const hasList = group?.commands.some((one) => one.name() === "list") ?? false;
  return hasList
    ? `\`${programName} ${group?.name()} list\` lists what there is.`
    : `\`${programName} describe\` lists the operations.`;
}

/** Turns the client's error into a failed command. */
export function asFailure(error: unknown, url: string, command?: Command): unknown {
  if (error instanceof ConnectionFailed) {
    return new CommandFailed(
      `${url} does not answer: ${error.message}. Is it the right address (WINNOW_URL)?`,
      exitCodes.service[0],
    );
  }
  if (!(error instanceof ApiError)) return error;
  const { status, code, detail, requestId, retryAfter } = error;
  const advice = code === "not_found" ? whereToLook(command) : error.advice && inOptions(error.advice);
  return new CommandFailed(
    `${status}${code === null ? "" : ` ${code}`}: ${inOptions(error.message)}${advice === null ? "" : `\n${advice}`}`,
    exitCodes[failureEnding(error)][0],
    { status, code, detail, advice, request_id: requestId, retry_after: retryAfter },
  );
}
