import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smtpSink } from "../../test/support/auth/smtp-sink.ts";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { mailOwner } from "../accounts/account-row.ts";
import { queueMail } from "../store/messages.ts";
import { createMailLinks } from "./mail-links.ts";
import { mailWriter } from "./mail-orders.ts";
import { createMailQueue } from "./mail-queue.ts";
import { createMailer } from "./mailer.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";

const MINUTE = 60_000;
const log = { info() {}, error() {} };

describeOnBothStores("a mail to an owner, by SMTP", (fresh) => {
  const metered = useMetered(fresh);
  const sink = smtpSink();
  let port: number;
  const listening = async (server: Server, at = 0): Promise<number> => {
    await once(server.listen(at, "127.0.0.1"), "listening");
    return (server.address() as { port: number }).port;
  };
  beforeAll(async () => {
    // A free port, at which nothing listens.
    const server = createServer();
    port = await listening(server);
    await once(server.close(), "close");
  });
  afterAll(() => sink.server.close());

  /** One process of the service. */
  function start(to: number) {
    const { store, clock } = metered;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${to}`, from: "winnow@people.example" }, log, clock);
    const links = createMailLinks(store.db, clock);
    const write = mailWriter({ db: store.db, links, publicOrigin: () => "https://winnow.example" });
    const throttle = createSignInThrottle(store.db, clock);
    return createMailQueue({ db: store.db, clock, mailer, throttle, log, write });
  }
  const rows = () => metered.store.db.selectFrom("mail_queue").select("kind").orderBy("kind").execute();

  test("a mail of every kind survives a mail server that is away and a process that is killed while it sends, and arrives once", async () => {
    const { store, clock, accounts } = metered;
    const { id, email } = await accounts.createAccount({ email: "owner@people.example" });
    const own = { person_id: id, email, at: clock.now() };
    await mailOwner(store.db, id, "A webhook was disabled", "It has failed for three days.", clock.now());
    await queueMail(store.db, { ...own, kind: "watch", about: "2 rules fired\n/schedules/1\nA price fell." });
    await queueMail(store.db, { ...own, kind: "recall", about: "A recall\n/recalled/1\nValues were wrong." });
    await queueMail(store.db, { ...own, kind: "work", about: "Paused work\n/schedules/1\nIts key has ended." });
    await queueMail(store.db, { ...own, kind: "notice", about: "A key was made" });
    const kinds = (await rows()).map(({ kind }) => kind);
    const away = start(port);
    await away.sent();
    expect((await rows()).map(({ kind }) => kind)).toEqual(kinds);
    await away.close();

    // A server that says nothing: its process is killed while it waits, and has claimed one mail.
    const held: Socket[] = [];
    const mute = createServer((socket) => held.push(socket));
    const mutePort = await listening(mute);
    clock.advance(MINUTE);
    void start(mutePort).sent();
    await once(mute, "connection");

    await listening(sink.server, port);
    const back = start(port);
    await back.sent();
    expect(sink.received).toHaveLength(kinds.length - 1);
    clock.advance(5 * MINUTE);
    await back.sent();
    expect(await rows()).toEqual([]);
    const subjects = sink.received.map((mail) => /^Subject: (.*)$/m.exec(mail)![1]).sort();
    expect(subjects).toEqual(["2 rules fired", "A key was made", "A recall", "A webhook was disabled", "Paused work"]);
    for (const socket of held) socket.destroy();
    mute.close();
  });
});
