/** The synchronous counterpart of each word of the asynchronous client. */
const words: Array<[RegExp, string]> = [
  [/await asyncio\.sleep/g, "time.sleep"],
  [/^import asyncio\n/gm, ""],
  [/\basync (def|for|with)\b/g, "$1"],
  [/\bawait /g, ""],
  [/\bAsync(?=[A-Z])/g, ""],
  [/\bAwaitable\[(\w+(?:\.\w+)?)\]/g, "$1"],
  [/\bAwaitable, /g, ""],
  [/__aenter__/g, "__enter__"],
  [/__aexit__/g, "__exit__"],
  [/__aiter__/g, "__iter__"],
  [/\baclose\b/g, "close"],
  [/\baread\b/g, "read"],
  [/\banext\b/g, "next"],
  [/\baiter_bytes\b/g, "iter_bytes"],
  [/asynchronous client/g, "synchronous client"],
  [/`npm run docs` writes the synchronous one \(`_sync`\) from these files\./g, "Made from `_async`."],
];

/**
 * Converts an asynchronous module to a synchronous one word by word, as httpcore and others do: one text to maintain, and
 * no difference in behaviour.
 */
export const synchronous = (text: string): string =>
  words.reduce((now, [word, replacement]) => now.replace(word, replacement), text);
