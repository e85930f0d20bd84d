/** Secrets that were just created, by owner. Kept in memory only, so a reload drops them. */
const secrets = new Map<string, string>();

export const keepSecret = (id: string, secret: string): void => void secrets.set(id, secret);
export const freshSecret = (id: string): string | undefined => secrets.get(id);
export const forgetSecret = (id: string): void => void secrets.delete(id);
