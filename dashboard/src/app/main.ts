import { keepOutboxToken } from "../api/outbox-token.ts";
import { holdEvents } from "./held-events.ts";

keepOutboxToken();

/** Most pages start their program at once. A page that came rendered does so when somebody uses it. */
const { dataset } = document.documentElement;
const { rendered } = dataset;

const jsonOf = <T>(id: string, otherwise: T): T => {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : otherwise;
};

let release = () => {};
let started = false;

async function run(): Promise<void> {
  const { startProgram } = await import("./program.tsx");
  await startProgram(rendered, jsonOf("answers", {}));
  delete dataset.rendered;
  release();
}

const start = (): void => {
  if (started) return;
  started = true;
  run().catch((error: unknown) => {
    // Files that did not come are asked for again with the next click.
    started = false;
    throw error;
  });
};

/** Shown figures are asked for again after as long; until then a page that nobody touches needs no program. */
const FRESH_MS = 30_000;

function startWhenUsed(): void {
  release = holdEvents(start);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", start, { once: true });
  if (document.getElementById("answers")) setTimeout(start, FRESH_MS);
  // Whoever is signed in has more to see than the page that everybody gets.
  const session = (globalThis as { firstAnswers?: Record<string, Promise<Response>> }).firstAnswers?.["/session"];
  void session
    ?.then((answer) => answer.clone().json())
    .then(({ me }: { me: unknown }) => me && start())
    .catch(() => {});
  if (document.readyState === "complete") fetchFiles();
  else addEventListener("load", fetchFiles, { once: true });
}

/** The program's files are fetched when there is nothing else to do, so that the first click need not wait for them. */
const fetchFiles = (): void =>
  void requestIdleCallback(() => {
    for (const href of jsonOf<string[]>("program-files", [])) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
    }
  });

if (rendered === location.pathname) startWhenUsed();
else start();
