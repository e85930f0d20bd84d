import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { makeSafe } from "../base/safe-text.ts";
import type { SeenPage } from "../contract/errors.ts";
import type { Answer } from "../contract/site.ts";
import { pageTitle } from "./walls/find-wall.ts";

const KEPT = 100;
/** Not the keyword of a search, nor its author. */
const SECRET_PARAMETER = /token|secret|key(?!word)|auth(?!or)|csrf|session|signature|password/i;

export interface UnreadableResponse {
  answer: Answer;
  source: string;
  operation: string;
  request: Record<string, unknown>;
  requestId: string;
  why: string;
}

export type UnreadableResponses = ReturnType<typeof createUnreadableResponses>;

/**
 * Keeps the newest hundred unreadable responses for engineers: `<name>.body` is the raw response, which is all that `winnow
 * parse` needs; `<name>.json` describes the request. Headers and cookies, ours and the site's, are not kept, because they
 * contain secrets.
 */
export function createUnreadableResponses(folder: string, clock: Clock) {
  let count = 0;
  let work: Promise<void> = Promise.resolve();

  /** Returns the name it is kept under. Writing continues in the background; a full disk is not an error. */
  function keep(kept: UnreadableResponse): string {
    const stamp = new Date(clock.now()).toISOString().replace(/[:.]/g, "-");
    const order = String(count++ % 10_000).padStart(4, "0");
    const name = `${stamp}-${order}-${kept.source}`;
    work = work.then(() => write(name, kept)).catch(() => {});
    return name;
  }

  /** Resolves when everything is on disk. */
  const settled = () => work;

  async function write(name: string, { answer, ...about }: UnreadableResponse): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const words = {
      ...about,
      at: new Date(clock.now()).toISOString(),
      ...seenPage(answer),
      contentType: answer.headers["content-type"] ?? null,
    };
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(words, null, 2)}\n`, { mode: 0o600 });
    await writeFile(join(folder, `${name}.body`), answer.body, { mode: 0o600 });
    const names = (await readdir(folder)).filter((file) => file.endsWith(".body")).sort();
    for (const old of names.slice(0, -KEPT)) {
      await rm(join(folder, old), { force: true });
      await rm(join(folder, old.replace(/body$/, "json")), { force: true });
    }
  }

  return { keep, settled };
}

/** What an engineer sees of a response without opening it. */
export const seenPage = (answer: Answer): SeenPage => ({
  status: answer.status,
  url: withoutSecrets(answer.url),
  title: makeSafe(pageTitle(answer.text())),
});

function withoutSecrets(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, "...");
  }
  return url.href;
}
