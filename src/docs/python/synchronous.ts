/** What each word of the asynchronous client is in the synchronous one. */
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
  [/\baiter_bytes\b/g, "iter_bytes"],
  [/asynchronous client/g, "synchronous client"],
  [/`npm run docs` writes the synchronous one \(`_sync`\) from these files\./g, "Made from `_async`."],
];

/**
 * The synchronous form of an asynchronous module, word by word, as httpcore and others do it: one text to maintain,
 * and no difference in behaviour between the two.
 */
export const synchronous = (text: string): string =>
  words.reduce((now, [word, replacement]) => now.replace(word, replacement), text);
