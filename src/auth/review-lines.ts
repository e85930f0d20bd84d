import type { Delegated } from "../accounts/types.ts";
import { plainWords } from "./mails.ts";

const MAX_LINES = 20;

const kinds: Record<Delegated["kind"], string> = {
  api_key: "API key",
  key_secret: "Secret of the API key",
  webhook: "Webhook to",
  schedule: "Schedule",
  feed: "Feed of the schedule",
  link: "Link to results of",
  destination: "Storage for files:",
  batch: "Batch of",
  job: "Job of",
  invitation: "Invitation of",
  provider: "Single sign-on for",
  second_factor: "Second factor:",
};

const states: Record<Delegated["state"], string> = {
  active: "still active",
  stopped: "stopped",
  ended: "revoked",
  "handed over": "handed over",
};

/** For the mail after a password reset: what acted for the account by itself, and its new state. */
export function reviewLines(delegated: Delegated[]): string[] {
  if (delegated.length === 0) return [];
  const left = delegated.length - MAX_LINES;
  return [
    "In case somebody else had your account, Winnow stopped what acts for it by itself. Sign in and resume what is yours on the Account page. Webhooks have new signing secrets, and the addresses of feeds ended.",
    ...delegated.slice(0, MAX_LINES).map(line),
    ...(left > 0 ? [`- and ${left} more`] : []),
  ];
}

const line = ({ kind, name, created_at, state }: Delegated): string => {
  const since = created_at === null ? "" : `, created ${new Date(created_at).toISOString().slice(0, 10)}`;
  return `- ${kinds[kind]} ${plain(kind, name)}${since}: ${states[state]}`;
};

function plain(kind: Delegated["kind"], name: string): string {
  if (kind === "webhook") return URL.canParse(name) ? new URL(name).host : "an address";
  return plainWords(name);
}
