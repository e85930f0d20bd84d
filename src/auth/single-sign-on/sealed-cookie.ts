import type { Clock } from "../../base/clock.ts";
import { sealing } from "../../base/sealing.ts";

interface CookieOptions {
  name: string;
  seconds: number;
  secret: string;
  secureCookies: boolean;
  clock: Clock;
}

export type SealedCookie<Content extends object> = ReturnType<typeof sealedCookie<Content>>;

/** A cookie that the browser can neither read nor change, and that ends by itself. */
export function sealedCookie<Content extends object>(options: CookieOptions) {
  const { name, seconds, secret, secureCookies, clock } = options;
  const { seal, open } = sealing(secret, `winnow cookie ${name}`);
  const pattern = new RegExp(`(?:^|;\\s*)${name.replaceAll(".", "\\.")}=([\\w-]+)`);
  const attributes = `Path=/dashboard-api; HttpOnly; SameSite=Strict${secureCookies ? "; Secure" : ""}`;
  return {
    write: (content: Content): string =>
      `${name}=${seal(JSON.stringify({ content, until: clock.now() + seconds * 1000 }))}; Max-Age=${seconds}; ${attributes}`,
    clear: (): string => `${name}=; Max-Age=0; ${attributes}`,
    read(cookies: string | undefined): Content | null {
      const sealed = pattern.exec(cookies ?? "")?.[1];
      if (!sealed) return null;
      try {
        const { content, until } = JSON.parse(open(sealed)) as { content: Content; until: number };
        return until > clock.now() ? content : null;
      } catch {
        return null;
      }
    },
  };
}
