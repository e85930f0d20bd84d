/** A mail to a user: plain text, with at most one link. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  link: string | null;
}

export interface SentMail extends Mail {
  id: number;
  sentAt: number;
}

const KEPT = 50;

/** The last mails of a service without a mail server, for the outbox page. */
export class Outbox {
  #mails: SentMail[] = [];
  #next = 1;

  add(mail: Mail, sentAt: number): void {
    this.#mails = [{ ...mail, id: this.#next++, sentAt }, ...this.#mails].slice(0, KEPT);
  }

  /** Newest first. */
  list(): readonly SentMail[] {
    return this.#mails;
  }
}
