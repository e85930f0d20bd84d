import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { vi } from "vitest";

export const PHONE = 390;
const DESK = { width: 1280, height: 860 };

/** The page follows a little after the browser: what is looked at between has colours of both. */
async function inScheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
  // A page that is not in front is given no frames at all: it is not waited for without end.
  await page.evaluate(`new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, 2000);
  })`);
}

/** What axe finds serious, in light, and of contrast in dark; and how wide the page is on a phone. */
export async function lookAt(page: Page): Promise<{ axe: string[]; phoneWidth: number }> {
  const light = await axeOf(page);
  await inScheme(page, "dark");
  const dark = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
  await page.setViewportSize({ width: PHONE, height: 844 });
  // The frame folds its side bar away after the change of size.
  const width = async () => (await page.evaluate("document.documentElement.scrollWidth")) as number;
  await vi.waitUntil(async () => (await width()) <= PHONE, { timeout: 30_000 }).catch(() => {});
  const phoneWidth = await width();
  await page.setViewportSize(DESK);
  await inScheme(page, "light");
  return { axe: [...light, ...serious(dark.violations)], phoneWidth };
}

/** What axe finds serious, as the page is. */
export const axeOf = async (page: Page): Promise<string[]> =>
  serious((await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).analyze()).violations);

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

const serious = (violations: Violations): string[] =>
  violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 2)
          .map(({ html }) => html.slice(0, 160))
          .join(" | ")}`,
    );
