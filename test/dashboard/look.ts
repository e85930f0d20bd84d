import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";

/** `npm run test:pages` checks every state on a desktop in both schemes; `npm test` checks every page on a phone in one. */
export const lookAtAll = process.env.WINNOW_PAGES === "all";
export type Scheme = "dark" | "light";

export const PHONE = 390;
export const ON_PHONE = { width: PHONE, height: 844 };
export const ON_DESKTOP = { width: 1280, height: 860 };

/** Stops all motion: half-way through a transition, colors are mixed and their contrast is wrong. */
const STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }";

/** Switches the scheme and waits for the page to follow. */
async function inScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
}

/** Returns axe violations of any impact. axe runs inside the page, so that no second page opens. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    // Only the HTML of an element is printed, and no enabled rule needs the style sheets reloaded.
    selectors: false,
    preload: false,
    // React never writes `!important` into a style attribute, which alone can break this rule, and a fifth of the time is its.
    rules: { "avoid-inline-spacing": { enabled: false } },
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

/** What a look at a page found. */
export interface Look {
  axe: string[];
  phoneWidth: number;
  cut: string[];
}

/**
 * Returns the axe violations at the page's current size (with `npm run test:pages` also the contrast of the other scheme),
 * its width on a phone, and what is cut off there. Leaves it on the phone.
 */
export async function lookAt(page: Page, scheme: Scheme = "light"): Promise<Look> {
  const found = await runAxe(page);
  if (lookAtAll) {
    const other = scheme === "light" ? "dark" : "light";
    await inScheme(page, other);
    found.push(...(await violations(page, ["color-contrast"])).map((fault) => `in ${other}: ${fault}`));
    await inScheme(page, scheme);
  }
  await page.setViewportSize(ON_PHONE);
  // The side bar folds after the resize.
  const width = async () => (await page.evaluate("document.documentElement.scrollWidth")) as number;
  await vi.waitUntil(async () => (await width()) <= PHONE, { timeout: 5_000 }).catch(() => {});
  const phoneWidth = await width();
  // Tables become cards after the resize, too.
  const cutNow = async () => (await page.evaluate(`[...${CUT_BADGES}, ...${CUT_TABLES}]`)) as string[];
  await vi.waitUntil(async () => (await cutNow()).length === 0, { timeout: 2_000 }).catch(() => {});
  return { axe: found, phoneWidth, cut: await cutNow() };
}

/** Expects a page on a desktop to have no axe violation, and to fit a phone. */
export async function expectGoodLook(page: Page): Promise<void> {
  const { axe, phoneWidth, cut } = await lookAt(page);
  expect({ axe, cut }).toEqual({ axe: [], cut: [] });
  expect(phoneWidth).toBeLessThanOrEqual(PHONE);
  await page.setViewportSize(ON_DESKTOP);
}

/** Returns the axe violations of the page as it is. */
export async function runAxe(page: Page): Promise<string[]> {
  // Removes the hover style of whatever was clicked last.
  await page.mouse.move(0, 0);
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.addStyleTag({ content: STILL });
    await page.evaluate(axe.source);
  }
  return violations(page);
}
