import { escapeHtml } from "../../base/escape-html.ts";
import { pageName } from "../../docs/llms.ts";
import type { Registry } from "../../service/registry.ts";
import { documentHead } from "./document-head.ts";

const guides = [
  [
    "calling.md",
    "Calling the API",
    "headers, streaming, jobs and errors, with examples in curl, TypeScript and Python",
  ],
  ["jobs.md", "Jobs, batches, schedules and webhooks", "work that runs in the background"],
  ["errors.md", "Errors", "every code, what it means and what to do"],
  ["prices.md", "Prices", "how a request is charged"],
  ["limits.md", "Limits", "of calls, sizes and rates"],
  ["agents.md", "For agents", "how to work with the MCP tools"],
] as const;

const item = (page: string, title: string, about: string): string =>
  `<li><a href="/docs/${escapeHtml(page)}">${escapeHtml(title)}</a> <span>${escapeHtml(about)}</span></li>`;

/**
 * The page at `/docs`. It lists the reference as links to Markdown pages, which crawlers and browsers without script can
 * read. The interactive reference takes 1.3 MB of script, and `start.js` loads it when a visitor asks for it.
 */
export const referencePage = ({ sources, entries }: Registry, origin: string): string => `<!doctype html>
<html lang="en">
  <head>
    ${documentHead(`${escapeHtml(origin)}/share.png`)}
    <title>API reference · Winnow</title>
    <meta property="og:title" content="Winnow: API reference">
    <link rel="stylesheet" href="/docs/frame.css">
  </head>
  <body>
    <nav class="frame" aria-label="Winnow">
      <a class="frame-name" href="/">Winnow</a>
      <div>
        <a href="/overview" data-for="members" hidden>Dashboard</a>
        <a href="/playground" data-for="members" hidden>Playground</a>
        <a href="/keys" data-for="members" hidden>Keys</a>
        <a href="/status">Status</a>
        <a href="/sign-in?next=%2Fdocs" data-for="visitors">Sign in</a>
        <button type="button" id="use-key" hidden>Create a test key</button>
      </div>
    </nav>
    <dialog id="password" aria-labelledby="password-title">
      <form method="dialog">
        <h2 id="password-title">Enter your password</h2>
        <p>You signed in a while ago. The test key is created when you confirm your password.</p>
        <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
        <output role="alert"></output>
        <div><button type="button" value="cancel">Cancel</button> <button>Continue</button></div>
      </form>
    </dialog>
    <main id="pages">
      <h1>API reference</h1>
      <p>Send a POST with your key in the header <code>access-token</code> and a JSON body. The response is a JSON array of records.</p>
      <button type="button" id="open-reference" hidden>Open the interactive reference</button>
      <h2>Operations</h2>
${sources
  .map(
    ({ name, title }) => `      <h3>${escapeHtml(title)}</h3>
      <ul>${entries
        .filter(({ source }) => source.name === name)
        .map((entry) =>
          item(
            pageName(entry),
            entry.operation.summary,
            `POST ${entry.operation.path}, ${entry.operation.price.words}`,
          ),
        )
        .join("")}</ul>`,
  )
  .join("\n")}
      <h2>Guides</h2>
      <ul>${guides.map(([page, title, about]) => item(page, title, about)).join("")}</ul>
      <p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/llms.txt">llms.txt</a></p>
    </main>
    <div id="reference"></div>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
