import { contactAddress } from "../../base/contact-address.ts";

/** A site that is read. */
export interface ReadSite {
  host: string;
  concurrency: number;
  perSecond: number;
  robots: "honour" | "ignore";
  stopped: string | null;
  /** Pages read by day, newest first. */
  days: Array<{ day: string; pages: number }>;
}

export interface PageFacts {
  contact: string;
  userAgent: string;
  /** The host that was asked about; null if none was. */
  asked: string | null;
  site: ReadSite | null;
}

/** The page for owners of sites: plain HTML that works without scripts. */
export function crawlerPage({ contact, userAgent, asked, site }: PageFacts): string {
  const reach = contactAddress(contact);
  const answer = asked === null ? "" : siteWords(asked, site);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>For owners of websites</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{padding:.2rem 1rem .2rem 0;text-align:left}code{overflow-wrap:anywhere}</style></head>
<body><main><h1>For owners of websites</h1>
<p>This service reads public web pages when its users ask for them, and turns them into records.</p>
<h2>Who this is</h2>
<p>Requests have the user agent <code>${escaped(userAgent)}</code>, or that of a browser where a page needs one. Contact: <a href="${escaped(reach)}">${escaped(contact.replace(/^mailto:/i, ""))}</a>.</p>
<h2>What it does on your site</h2>
<form method="get" action="/crawler"><label>Host name <input name="site" value="${escaped(asked ?? "")}" required></label> <button>Show</button></form>
${answer}
<h2>How to check a request</h2>
<p>Requests are not signed. If you need to be sure who sent a request, write to the contact above.</p>
<h2>How to stop it</h2>
<p>Either of these stops all requests to your host. This service looks at both at least once a minute while it reads your site, and tells its operator.</p>
<ul><li>In <code>robots.txt</code>:<pre>User-agent: Winnow
Disallow: /</pre></li>
<li>A DNS record: <pre>_winnow.your-host.example. TXT "stop"</pre></li></ul>
<p>Other rules of <code>robots.txt</code> (for <code>Winnow</code>, or else for <code>*</code>) and <code>Crawl-delay</code> are followed too, unless you gave permission in another form.</p>
<p>DNS servers may show an older answer for as long as its time to live says.</p>
</main></body></html>
`;
}

function siteWords(asked: string, site: ReadSite | null): string {
  if (!site) return `<p>This service does not read <strong>${escaped(asked)}</strong>.</p>`;
  const { host, concurrency, perSecond, robots, stopped, days } = site;
  const rows = days.map(({ day, pages }) => `<tr><td>${day}</td><td>${pages}</td></tr>`).join("");
  return `<p><strong>${escaped(host)}</strong>: at most ${concurrency} requests at a time and ${perSecond} a second, less if the site is slow or asks for it. ${
    robots === "honour"
      ? "robots.txt is followed."
      : "The operator states that the site gave permission in another form than robots.txt."
  }${stopped === null ? "" : " <strong>Stopped at the owner's request.</strong>"}</p>
<table><caption>Pages read by day (UTC)</caption><thead><tr><th scope="col">Day</th><th scope="col">Pages</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
