import axe from "axe-core";
import type { Page } from "playwright-core";
import { vi } from "vitest";

export const PHONE = 390;
const DESK = { width: 1280, height: 860 };

/** Nothing moves while it is looked at: what is half-way has colours of both ends. */
const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

/** The page follows a little after the browser. */
async function inScheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
}

/** What axe finds, of whatever impact. Its own source is run in the page, so that no other page is opened for it. */
async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults;
  return found.violations.map(({ id, impact, nodes }) => {
    const shown = nodes.slice(0, 2).map(({ html }) => html.slice(0, 200));
    return `${id} (${impact}): ${shown.join(" | ")}`;
  });
}

/** The words of badges that have no room to be read. */
const CUT_BADGES = `[...document.querySelectorAll(".mantine-Badge-label")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)`;

/** What axe finds in light, and of contrast in dark; and how wide the page is on a phone, and what is cut there. */
export async function lookAt(page: Page): Promise<{ axe: string[]; phoneWidth: number; cut: string[] }> {
  const light = await axeOf(page);
  await inScheme(page, "dark");
  const dark = await violations(page, ["color-contrast"]);
  await page.setViewportSize({ width: PHONE, height: 844 });
  // The frame folds its side bar away after the change of size.
  const width = async () => (await page.evaluate("document.documentElement.scrollWidth")) as number;
  await vi.waitUntil(async () => (await width()) <= PHONE, { timeout: 5_000 }).catch(() => {});
  const phoneWidth = await width();
  const cut = (await page.evaluate(CUT_BADGES)) as string[];
  await page.setViewportSize(DESK);
  await inScheme(page, "light");
  return { axe: [...light, ...dark.map((fault) => `in dark: ${fault}`)], phoneWidth, cut };
}

/** What axe finds on the page as it is. */
export async function axeOf(page: Page): Promise<string[]> {
  // What was pressed last looks as it does to somebody who has gone on.
  await page.mouse.move(0, 0);
  await page.addStyleTag({ content: STILL });
  await page.evaluate(axe.source);
  return violations(page, null);
}
