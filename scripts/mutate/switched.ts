import type { Mutant } from "./mutants-of.ts";

/** One of the mutants that the sandbox's files hold; on while its number is the switch's. */
export interface Numbered extends Mutant {
  id: number;
}

/**
 * A file with all of its mutants in it, each behind a switch (`mutant-switch.js`): so that they are loaded once, and
 * the next is a matter of another number. On one line with what it stands for, so that places in the file stay.
 */
export function switched(source: string, mutants: Numbered[], switchModule: string): string {
  const spans = new Map<string, Numbered[]>();
  for (const mutant of mutants) {
    const key = `${mutant.whole.start} ${mutant.whole.end} ${mutant.whole.form}`;
    spans.set(key, [...(spans.get(key) ?? []), mutant]);
  }
  // Outermost first, so that each is found before what lies in it.
  const groups = [...spans.values()].sort(
    ([a], [b]) => a!.whole.start - b!.whole.start || b!.whole.end - a!.whole.end || rank(a!) - rank(b!),
  );
  const render = (start: number, end: number, from: number): string => {
    let text = "";
    let at = start;
    for (let index = from; index < groups.length; index++) {
      const { whole } = groups[index]![0]!;
      if (whole.start < at || whole.end > end) continue;
      text += source.slice(at, whole.start) + put(groups[index]!, render(whole.start, whole.end, index + 1));
      at = whole.end;
    }
    return text + source.slice(at, end);
  };
  const put = (group: Numbered[], original: string): string => {
    const { form } = group[0]!.whole;
    if (form === "body") return `{if(${asked(group)})return;${original.slice(1)}`;
    if (form === "statement") return `{if(!(${asked(group)})){${original}}}`;
    return `(${group.map((mutant) => `__on(${mutant.id})?(${changed(mutant)}):`).join("")}(${original}))`;
  };
  const changed = ({ whole, start, end, after }: Numbered) =>
    source.slice(whole.start, start) + after + source.slice(end, whole.end);
  return `import { on as __on } from ${JSON.stringify(switchModule)};${render(0, source.length, 0)}`;
}

const asked = (group: Numbered[]): string => group.map(({ id }) => `__on(${id})`).join("||");
/** A statement holds its expression where both begin and end at one place. */
const rank = ({ whole: { form } }: Mutant): number => ["statement", "body", "expression"].indexOf(form);
