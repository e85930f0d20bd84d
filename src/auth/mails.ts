import type { Mail } from "./outbox.ts";

/** The text of every mail: its subject, then its lines. */
export type MailText = readonly string[];

export const mail = (to: string, [subject = "", ...lines]: MailText, link: string | null): Mail => ({
  to,
  subject,
  text: [...lines, ...(link ? ["", link] : []), "", "Winnow"].join("\n"),
  link,
});

/** `again`: others have signed up with this address without confirming it, perhaps its owner. */
export const confirmAddress = (again = false): MailText => [
  "Confirm your address",
  "Open this link to confirm your address. It works once, for one day.",
  ...(again
    ? [
        "Somebody, perhaps you, signed up with this address more than once. Each sign-up created a separate account. This link gives the address to the account that you are signed in to, or whose password you enter.",
      ]
    : []),
  "If you did not sign up, ignore this mail. Nobody can use your address without this link.",
];

export const resetPassword: MailText = [
  "Choose a new password",
  "Open this link to choose a new password. It works once, for one hour.",
  "If you did not ask for it, ignore this mail.",
];

export const allowAddress = (newEmail: string): MailText => [
  "Confirm the change of your address",
  `Someone who is signed in to your account wants to change its email address to ${newEmail}.`,
  "Open this link to allow it.",
];

/** To the owner of an address that someone signed up with again: the page itself does not reveal this. */
export const alreadySignedUp: MailText = [
  "You already have an account",
  "Somebody, perhaps you, signed up with this address again. Your existing account keeps it.",
  "Sign in here. If you forgot your password, you can choose a new one there.",
];

/** Reports a change in an account and its consequences, line by line, to the owner: in case it was someone else. */
export function notice(about: string): MailText {
  const [what = "", ...lines] = about.split("\n");
  return [what, `${what}.`, ...lines, "If this was not you, choose a new password here at once."];
}

interface Invited {
  account: string | null;
  inviter: string | null;
  role: string;
}

export const invitation = ({ account, inviter, role }: Invited): MailText => [
  `You are invited to ${plainWords(account ?? "an account")}`,
  `${plainWords(inviter ?? "Somebody")} invites you to the account "${plainWords(account ?? "")}", as ${role}.`,
  "Open this link to join. It works once, for a week, and only for this address.",
  "If you do not know them, ignore this mail.",
];

/** Somebody else chose the name: it must not become a link or read as our own sentence. */
export function plainWords(name: string): string {
  const words = name.replace(/[^\p{L}\p{N}_-]+/gu, " ").trim();
  return words.length > 60 ? `${words.slice(0, 60)}...` : words;
}
