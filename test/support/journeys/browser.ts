import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { launchedBrowser } from "../../dashboard/browser.ts";
import type { StartedService } from "./started-service.ts";

/** Opens a browser that knows nothing, with a service worker as people have it. */
export async function openBrowser(): Promise<Page> {
  const context = await (await launchedBrowser()).newContext({ viewport: { width: 1280, height: 860 } });
  onTestFinished(() => context.close());
  // The first start builds the dashboard, on a machine that may do ten other things.
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** The address that a start prints behind a word, such as "Dashboard". */
export const printedAddress = ({ printed }: StartedService, word: string): string =>
  new RegExp(`${word}\\s+(\\S+)`).exec(printed)![1]!;

/** Fills in the form of a new account. */
export async function fillSignUp(at: Page, email: string): Promise<void> {
  const person = { Name: "Ada Lovelace", Email: email, Password: "correct horse battery" };
  for (const [label, value] of Object.entries(person)) await at.getByLabel(label, { exact: true }).fill(value);
  await at.getByRole("button", { name: "Create account" }).click();
}

/** The line to paste that stands beside a new key. */
export const shownLine = async (at: Page): Promise<string> =>
  (await at.getByLabel("the curl line").first().textContent())!;

/** What a line pasted into a shell returns. */
export const answerTo = async (service: StartedService, line: string): Promise<unknown> =>
  JSON.parse(await service.shell(line.replace("curl", "curl -s")));
