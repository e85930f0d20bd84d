import type { Page } from "playwright-core";

/** Presses the key until the focus reaches the element; fails with the list of elements it passed. */
export async function tabTo(at: Page, name: RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    const label = (await at.evaluate(`(() => {
      const at = document.activeElement;
      const labelled = at.labels?.[0]?.textContent ?? at.getAttribute("aria-label") ?? at.textContent ?? "";
      return labelled.trim().slice(0, 80);
    })()`)) as string;
    if (name.test(label)) return;
    passed.push(label);
    await at.keyboard.press(key);
  }
  throw new Error(`the focus never came to ${name}: ${passed.join(" | ")}`);
}

/** Whether the focused element shows that it has the focus. */
export const focusIsSeen = `(() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" || style.boxShadow !== "none" || document.activeElement.matches("input");
})()`;
