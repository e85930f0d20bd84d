import { filter } from "domutils";
import { type AnyNode, all, type Document, type Element, type ParentNode, textOf } from "../../source-kit/html.ts";

/** The headings of the parts of a company's page, in both languages. */
export const HEADINGS = {
  about: /^(?:about\b|overview$|who we are|company profile$|عن\b|عن |نبذة|من نحن|حول )/i,
  jobs: /^(?:jobs\b|(?:open |latest |recent |current )?(?:jobs|vacancies|positions)\b|.*\bjobs$|(?:ال)?وظائف|أحدث الوظائف|الشواغر)/i,
};

/** The content after a heading, up to the next one; empty if there is no such heading. */
export function sectionUnder(heading: RegExp, page: Document): AnyNode[] {
  const found = all("h2, h3", page).find((element) => {
    const text = textOf(element);
    return text !== null && heading.test(text) && !isInFrame(element);
  });
  return found ? following(found) : [];
}

/** Parts of the site's frame, which say nothing about the company. */
export function isInFrame(element: Element): boolean {
  for (let parent: AnyNode | null = element; parent; parent = parent.parent) {
    if ("name" in parent && (parent.name === "footer" || parent.name === "nav")) return true;
  }
  return false;
}

function following(heading: Element): AnyNode[] {
  const nodes: AnyNode[] = [];
  for (let at: ParentNode = heading, climbs = 0; climbs < 3; climbs++) {
    for (let next = at.next; next; next = next.next) {
      if ("name" in next && (next.name === heading.name || all(heading.name, next).length > 0)) return nodes;
      nodes.push(next);
    }
    // A heading may be alone in its own box, with its content beside that box.
    if (nodes.some((node) => textOf(node) !== null) || !at.parent) return nodes;
    at = at.parent;
  }
  return nodes;
}

/** The texts that match, in document order. */
export const textNodes = (pattern: RegExp, within: AnyNode): AnyNode[] =>
  filter((node) => node.type === "text" && pattern.test(node.data), within);
