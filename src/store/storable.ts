/** What both stores can keep as text: no lone surrogates, no NUL. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "");
