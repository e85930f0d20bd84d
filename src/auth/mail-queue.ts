import type { Mailer, MailerLog } from "./mailer.ts";
import type { Mail } from "./outbox.ts";
import { type SignInThrottle, TooManyAttempts } from "./sign-in-throttle.ts";

/** Mails that wait: above this the next ones are let go, and whoever needs one asks again. */
const MOST_WAITING = 1_000;

/**
 * Mails are written and sent behind the answer, one after another. So an answer takes the same time whether its
 * address has an account or not, and a mail server that is slow keeps nobody waiting.
 */
export class MailQueue {
  readonly #mailer: Mailer;
  readonly #throttle: SignInThrottle;
  readonly #log: MailerLog;
  readonly #waiting: Array<() => Promise<void>> = [];
  #working: Promise<void> | null = null;

  constructor(mailer: Mailer, throttle: SignInThrottle, log: MailerLog) {
    this.#mailer = mailer;
    this.#throttle = throttle;
    this.#log = log;
  }

  /** Looks up what is to be written, and sends it unless its receiver has had many. */
  later(write: () => Promise<Mail | null>): void {
    this.#add(async () => {
      const mail = await write();
      if (mail && (await this.#mayHaveMore(mail))) await this.#mailer.send(mail);
    });
  }

  /** About something that its owner has to know, however many mails they have had. */
  notice(mail: Mail): void {
    this.#add(() => this.#mailer.send(mail));
  }

  /** Resolves when all that waits has been sent. */
  async sent(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #add(job: () => Promise<void>): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#log.error({}, "a mail was let go: too many are waiting to be sent");
      return;
    }
    this.#waiting.push(job);
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  async #work(): Promise<void> {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      await job().catch((error) => this.#log.error({ err: error }, "a mail could not be written"));
    }
  }

  #mayHaveMore({ to, subject }: Mail): Promise<boolean> {
    return this.#throttle.count("mail by receiver", to).then(
      () => true,
      (error) => {
        if (!(error instanceof TooManyAttempts)) throw error;
        this.#log.info({ subject }, "a mail was held back: its receiver has had many in this hour");
        return false;
      },
    );
  }
}
