/** Removes what the stores cannot keep as text: lone surrogates and NUL. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "");
