/** A sentence of a description as the text of an option or a list has it: without the capital and the full stop. */
export const sentencePart = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z' ])/, (letter) => letter.toLowerCase()).replace(/(?<=^[^.]*)\.$/, "");
