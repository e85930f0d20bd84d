import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import { type Config, readConfig } from "../../../src/app/config.ts";
import type { ServiceOptions } from "../../../src/app/open-service.ts";
import { type Running, startWinnow } from "../../../src/app/start-server.ts";
import type { PasswordCost } from "../../../src/auth/passwords.ts";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import type { OutboxMail, SignUpAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { suiteLog } from "../secrets/log.ts";
import { storeFolder } from "../store/store-folder.ts";

interface Answered {
  status: number;
  body: any;
  headers: Headers;
}

/** A browser without a screen: keeps its cookies and sends what the dashboard sends. */
export class Visitor {
  readonly address: string;
  readonly #operatorToken: string;
  readonly #jar = new Map<string, string>();

  constructor({ address, operatorToken }: Pick<Running, "address" | "operatorToken">) {
    this.address = address;
    this.#operatorToken = operatorToken;
  }

  /** The cookies sent; setting them drops all others. */
  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  set cookie(header: string) {
    this.#jar.clear();
    for (const pair of header.split("; ").filter(Boolean)) this.#keep(pair);
  }

  #keep(pair: string): void {
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "") this.#jar.delete(name);
    else this.#jar.set(name, value);
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const response = await fetch(`${this.address}/dashboard-api${path}`, {
      method,
      headers: {
        "x-winnow-dashboard": "1",
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set.split(";")[0]!);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  get = (path: string) => this.call("GET", path);
  post = (path: string, body: unknown = {}) => this.call("POST", path, body);
  delete = (path: string, body: unknown = {}) => this.call("DELETE", path, body);

  /** In the operator's own browser, unless `from` has other headers: with the points of the plan at once. */
  async signUp(
    email: string,
    password = "correct horse battery",
    from: Record<string, string> = { "x-operator-token": this.#operatorToken },
  ): Promise<SignUpAnswer> {
    const input = { name: email.split("@")[0], email, password };
    const { status, body } = await this.call("POST", "/sign-up", input, from);
    if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  outbox = () => this.call("GET", "/outbox", undefined, { "x-operator-token": this.#operatorToken });

  /** Unsent mails to an address, newest first. */
  async mailsTo(email: string): Promise<OutboxMail[]> {
    const { body } = await this.outbox();
    return (body.mails as OutboxMail[]).filter(({ to }) => to === email);
  }

  /** The newest unsent mail, optionally with this subject. */
  async mailTo(email: string, subject?: string): Promise<OutboxMail> {
    const mails = await this.mailsTo(email);
    const mail = mails.find((one) => subject === undefined || one.subject === subject);
    if (!mail) throw new Error(`no mail to ${email}`);
    return mail;
  }

  async tokenTo(email: string, subject: string): Promise<string> {
    return new URL((await this.mailTo(email, subject)).link!).searchParams.get("token")!;
  }

  async confirm(email: string): Promise<void> {
    const token = await this.tokenTo(email, "Confirm your address");
    const { status, body } = await this.post("/email/verify", { token });
    if (status !== 200 || !body.done) throw new Error(`confirming answered ${status}: ${JSON.stringify(body)}`);
  }
}

/** A running clock that starts just after the full hour, so that no attempt window ends during a test. */
export function earlyInTheHour(): Clock {
  const past = (Date.now() % 3_600_000) - 1_000;
  return { ...systemClock, now: () => Date.now() - past };
}

/** A fast password hash, for tests with many sign-ins that are about something else. */
export const quickPasswords: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };

type Environment = Record<string, string>;

/** A whole service on its own store, for one suite; a function is asked when the suite begins. */
export function dashboardSuite(environment: Environment | (() => Environment) = {}, options: ServiceOptions = {}) {
  let running: Running;
  let folder: string;
  let config: Config;
  beforeAll(async () => {
    folder = await storeFolder("dashboard");
    const given = typeof environment === "function" ? environment() : environment;
    config = readConfig({ PORT: "0", DATA_DIR: folder, LOG_LEVEL: "trace", ...given });
    const own = { clock: earlyInTheHour(), logTo: suiteLog, passwordCost: quickPasswords };
    running = await startWinnow(config, { ...own, ...options });
  });
  afterAll(async () => {
    await running?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    visitor: () => new Visitor(running),
    running: () => running,
    address: () => running.address,
    config: () => config,
  };
}
