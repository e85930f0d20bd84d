/** A description's sentence as an option's help text: without the capital and the full stop. */
export const sentencePart = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z' ])/, (letter) => letter.toLowerCase()).replace(/(?<=^[^.]*)\.$/, "");
