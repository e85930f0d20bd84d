import { Code } from "@mantine/core";

/** A description from the contract. Text between backticks is code. */
export const Prose = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
  text.split("`").map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));
