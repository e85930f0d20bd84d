/** The address of the page that compares two requests. */
export const comparePath = (before: string, after: string): string =>
  `/requests/compare?${new URLSearchParams({ before, after })}`;
