import axe from "axe-core";
import type { Page } from "playwright-core";
import { vi } from "vitest";

/** `npm run test:pages` looks at every state in both schemes; `npm test` at every page in one of them. */
export const lookAtAll = process.env.WINNOW_PAGES === "all";
export type Scheme = "dark" | "light";

export const PHONE = 390;
const DESK = { width: 1280, height: 860 };

/** Nothing moves while it is looked at: what is half-way has colours of both ends. */
const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

/** The page follows a little after the browser. */
async function inScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
}

/** What axe finds, of whatever impact. Its own source is run in the page, so that no other page is opened for it. */
async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    // Only the HTML of an element is shown, and no rule that runs needs the style sheets loaded again.
    ...{ selectors: false, preload: false },
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

/** Tables that hide a part of themselves beside their edge. */
const CUT_TABLES = `[...document.querySelectorAll(".data-table-frame")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((frame) => "table " + frame.firstChild.getAttribute("aria-label"))`;

/** What axe finds in this scheme, and with `npm run test:pages` of contrast in the other; how wide a phone's page is, what is cut. */
export async function lookAt(
  page: Page,
  scheme: Scheme = "light",
): Promise<{ axe: string[]; phoneWidth: number; cut: string[] }> {
  const found = await axeOf(page);
  if (lookAtAll) {
    const other = scheme === "light" ? "dark" : "light";
    await inScheme(page, other);
    found.push(...(await violations(page, ["color-contrast"])).map((fault) => `in ${other}: ${fault}`));
  }
  await page.setViewportSize({ width: PHONE, height: 844 });
  // The frame folds its side bar away after the change of size.
  const width = async () => (await page.evaluate("document.documentElement.scrollWidth")) as number;
  await vi.waitUntil(async () => (await width()) <= PHONE, { timeout: 5_000 }).catch(() => {});
  const phoneWidth = await width();
  // Tables turn into cards after the change of size, too.
  const cutNow = async () => (await page.evaluate(`[...${CUT_BADGES}, ...${CUT_TABLES}]`)) as string[];
  await vi.waitUntil(async () => (await cutNow()).length === 0, { timeout: 2_000 }).catch(() => {});
  const cut = await cutNow();
  await page.setViewportSize(DESK);
  if (lookAtAll) await inScheme(page, scheme);
  return { axe: found, phoneWidth, cut };
}

/** What axe finds on the page as it is. */
export async function axeOf(page: Page): Promise<string[]> {
  // What was pressed last looks as it does to somebody who has gone on.
  await page.mouse.move(0, 0);
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.addStyleTag({ content: STILL });
    await page.evaluate(axe.source);
  }
  return violations(page, null);
}
