import axe from "axe-core";
import type { Page } from "playwright-core";
import { vi } from "vitest";

/** `npm run test:pages` checks every state in both schemes; `npm test` checks every page in one of them. */
export const lookAtAll = process.env.WINNOW_PAGES === "all";
export type Scheme = "dark" | "light";

export const PHONE = 390;
const DESK = { width: 1280, height: 860 };

/** Stops all motion: half-way through a transition, colors are mixed and their contrast is wrong. */
const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

/** Switches the scheme and waits for the page to follow. */
async function inScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
}

/** Returns axe violations of any impact. axe runs inside the page, so that no second page opens. */
async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    // Only the HTML of an element is printed, and no enabled rule needs the style sheets reloaded.
    ...{ selectors: false, preload: false },
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults;
  return found.violations.map(({ id, impact, nodes }) => {
    const shown = nodes.slice(0, 2).map(({ html }) => html.slice(0, 200));
    return `${id} (${impact}): ${shown.join(" | ")}`;
  });
}

/** Texts of truncated badges. */
const CUT_BADGES = `[...document.querySelectorAll(".mantine-Badge-label")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)`;

/** Tables with columns beyond their edge. */
const CUT_TABLES = `[...document.querySelectorAll(".data-table-frame")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((frame) => "table " + frame.firstChild.getAttribute("aria-label"))`;

/**
 * Returns the axe violations in this scheme (with `npm run test:pages` also the contrast of the other), the page's width on
 * a phone, and what is cut off there.
 */
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
  // The side bar folds after the resize.
  const width = async () => (await page.evaluate("document.documentElement.scrollWidth")) as number;
  await vi.waitUntil(async () => (await width()) <= PHONE, { timeout: 5_000 }).catch(() => {});
  const phoneWidth = await width();
  // Tables become cards after the resize, too.
  const cutNow = async () => (await page.evaluate(`[...${CUT_BADGES}, ...${CUT_TABLES}]`)) as string[];
  await vi.waitUntil(async () => (await cutNow()).length === 0, { timeout: 2_000 }).catch(() => {});
  const cut = await cutNow();
  await page.setViewportSize(DESK);
  if (lookAtAll) await inScheme(page, scheme);
  return { axe: found, phoneWidth, cut };
}

/** Returns the axe violations of the page as it is. */
export async function axeOf(page: Page): Promise<string[]> {
  // Removes the hover style of whatever was clicked last.
  await page.mouse.move(0, 0);
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.addStyleTag({ content: STILL });
    await page.evaluate(axe.source);
  }
  return violations(page, null);
}
