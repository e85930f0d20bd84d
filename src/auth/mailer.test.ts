import { afterAll, beforeAll, expect, test } from "vitest";
import { smtpSink } from "../../test/support/auth/smtp-sink.ts";
import { SimulatedClock } from "../base/clock.ts";
import { createMailer, type MailerLog } from "./mailer.ts";
import { confirmAddress, mail as written } from "./mails.ts";

const { server, received } = smtpSink();
const faults: string[] = [];
const log: MailerLog = { info() {}, error: (_context, message) => void faults.push(message) };
const clock = new SimulatedClock();
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => server.close());

const mail = written("ada@people.example", confirmAddress(), "https://winnow.example/verify-email?token=abc");

test("with SMTP_URL a mail is sent with its link, and the outbox keeps nothing", async () => {
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: "Winnow <w@winnow.example>" }, log, clock);
  await mailer.send(mail);
  expect(mailer.outbox).toBeNull();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain("To: ada@people.example");
  expect(received[0]).toContain("From: Winnow <w@winnow.example>");
  expect(received[0]!.replaceAll("=\n", "").replaceAll("=3D", "=")).toContain(mail.link);
});

test("an unreachable mail server is logged, and the visitor gets the same response", async () => {
  const mailer = createMailer({ smtpUrl: "smtp://127.0.0.1:1", from: "w@winnow.example" }, log, clock);
  await expect(mailer.send(mail)).resolves.toBe(false);
  expect(faults).toEqual(["mail could not be sent: Confirm your address"]);
});

test("without SMTP_URL the newest mails wait in the outbox", async () => {
  const mailer = createMailer({ smtpUrl: "", from: "" }, log, clock);
  for (let i = 1; i <= 60; i++) await mailer.send({ ...mail, subject: `Mail ${i}` });
  const kept = mailer.outbox!.list();
  expect(kept).toHaveLength(50);
  expect(kept[0]).toMatchObject({ subject: "Mail 60", to: "ada@people.example", sentAt: clock.now() });
});

test("a subject is one line of at most 150 characters, whatever it quotes", async () => {
  const mailer = createMailer({ smtpUrl: "", from: "" }, { info() {}, error() {} } as MailerLog, new SimulatedClock());
  const mail = { to: "ada@people.example", text: "", link: null };
  await mailer.send({ ...mail, subject: `Lamp\r\nBcc: eve@x.example \u202e ${"x".repeat(5_000)}` });
  await mailer.send({ ...mail, subject: `${"x".repeat(148)}👍👍` });
  const [emoji, long] = mailer.outbox!.list().map(({ subject }) => subject);
  expect(long).toMatch(/^Lamp Bcc: eve@x\.example x+…$/);
  expect([long!.length, emoji!.length, emoji!.isWellFormed()]).toEqual([150, 150, true]);
});
