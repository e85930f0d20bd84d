import type { Clock } from "../base/clock.ts";
import { lazily } from "../base/lazily.ts";
import { safeText } from "../base/safe-text.ts";
import { type Mail, Outbox } from "./outbox.ts";

export interface Mailer {
  /** False if it could not be sent, which is logged; the caller decides about retrying. */
  send(mail: Mail): Promise<boolean>;
  /** Null if mails are really sent. */
  outbox: Outbox | null;
  /** Since when no mail has been sent; null if the last one was. */
  failingSince(): number | null;
}

export interface MailerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface MailSettings {
  smtpUrl: string;
  from: string;
}

/** Sends mails by SMTP if configured; otherwise keeps them in the outbox. A link is never logged: it grants access. */
export function createMailer({ smtpUrl, from }: MailSettings, log: MailerLog, clock: Clock): Mailer {
  const mailer = smtpUrl === "" ? outboxMailer(log, clock) : smtpMailer(smtpUrl, from, log, clock);
  return { ...mailer, send: (mail) => mailer.send({ ...mail, subject: shortSubject(mail.subject) }) };
}

const MAX_SUBJECT = 150;

/** One line that mail programs show: a subject may quote what a site or a user wrote. */
function shortSubject(subject: string): string {
  const line = safeText(subject).replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1).toWellFormed()}…` : line;
}

function outboxMailer(log: MailerLog, clock: Clock): Mailer {
  const outbox = new Outbox();
  return {
    outbox,
    failingSince: () => null,
    async send(mail) {
      outbox.add(mail, clock.now());
      log.info({ subject: mail.subject }, "mail not sent (no SMTP_URL): it is at /outbox");
      return true;
    },
  };
}

const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

function smtpMailer(url: string, from: string, log: MailerLog, clock: Clock): Mailer {
  // Loaded with the first mail.
  const transport = lazily(async () => (await import("nodemailer")).createTransport({ url, ...timeouts }));
  let failingSince: number | null = null;
  return {
    outbox: null,
    failingSince: () => failingSince,
    async send({ to, subject, text }) {
      try {
        await (await transport()).sendMail({ from, to, subject, text });
        failingSince = null;
        return true;
      } catch (error) {
        // A response that fails only for existing addresses would reveal them, so the error is handled here.
        failingSince ??= clock.now();
        log.error({ err: error }, `mail could not be sent: ${subject}`);
        return false;
      }
    },
  };
}
