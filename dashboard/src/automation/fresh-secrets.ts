/** Secrets that were just made, by what they belong to. In memory only: the next load of the page has none. */
const secrets = new Map<string, string>();

export const keepSecret = (id: string, secret: string): void => void secrets.set(id, secret);
export const freshSecret = (id: string): string | undefined => secrets.get(id);
export const forgetSecret = (id: string): void => void secrets.delete(id);
