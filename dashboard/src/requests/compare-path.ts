/** The page that shows what differs between two requests. */
export const comparePath = (before: string, after: string): string =>
  `/requests/compare?${new URLSearchParams({ before, after })}`;
