import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import Fastify, { type FastifyInstance } from "fastify";
import { actionsDocument } from "../../docs/actions.ts";
import { openApiDocument } from "../../docs/openapi.ts";
import type { Registry } from "../../service/registry.ts";
import { addressedAnswer, type FixedAnswer, fixedAnswer } from "./fixed-answer.ts";
import { referencePage } from "./reference-page.ts";

/**
 * No telemetry, no fonts, no third-party proxy: the page contacts only this service. The key is empty until a signed-in
 * user requests one: a placeholder would look filled in, and the first request would fail. The page then creates a test
 * key, which spends no points and lasts a day; within the day the page gives that same key a new secret. If the
 * service asks for the password first, the page does so in place.
 */
const start = `const isDark = () => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark";
const settings = (value) => ({
  url: "/openapi.json",
  proxyUrl: "",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  forceDarkModeState: isDark() ? "dark" : "light",
  hideDarkModeToggle: true,
  authentication: { preferredSecurityScheme: "accessToken", securitySchemes: { accessToken: { value } } },
});
const loadReference = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/docs/scalar.js";
    script.onload = () => {
      document.getElementById("pages").hidden = true;
      resolve(Scalar.createApiReference("#reference", settings("")));
    };
    script.onerror = reject;
    document.body.append(script);
  });
let loading;
const openReference = () => (loading ??= loadReference());
const opener = document.getElementById("open-reference");
opener.hidden = false;
opener.addEventListener("click", async () => {
  opener.disabled = true;
  opener.textContent = "Loading…";
  await openReference().catch(() => {
    loading = undefined;
    opener.textContent = "That failed: try again";
    opener.disabled = false;
  });
});
// A link to a place in the interactive reference.
if (location.hash.length > 1) opener.click();
const button = document.getElementById("use-key");
button.hidden = false;
const name = "API reference";
const dayMs = 86_400_000;
const send = (path, body) =>
  fetch("/dashboard-api" + path, {
    headers: { "content-type": "application/json", "x-winnow-dashboard": "1" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
const isOurs = (key) => key.name === name && key.mode === "test" && key.revoked_at === null && key.expires_at > Date.now() && key.expires_at <= Date.now() + dayMs;
const dialog = document.getElementById("password");
const form = dialog.querySelector("form");
form.querySelector("[value=cancel]").addEventListener("click", () => dialog.close());
const confirmPassword = () =>
  new Promise((resolve) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      const answer = await send("/session/confirm", { password: form.elements.password.value });
      form.reset();
      form.querySelector("output").textContent = answer.ok ? "" : (await answer.json()).detail;
      if (!answer.ok) return;
      resolve(true);
      dialog.close();
    };
    dialog.onclose = () => resolve(false);
    dialog.showModal();
  });
const newSecret = (ours) =>
  ours
    ? send("/keys/" + ours.id + "/rotate", { overlap_hours: 24 })
    : send("/keys", { name, mode: "test", usage_context: "standard", sources: null, expires_in_days: 1, spending_cap: null });
const createKey = async () => {
  const list = await send("/keys");
  if (list.status === 401) return location.assign("/sign-in?next=" + encodeURIComponent(location.pathname + location.search + location.hash));
  const ours = (await list.json()).keys.find(isOurs);
  let answer = await newSecret(ours);
  if (answer.status === 403 && (await answer.clone().json()).reason === "password_again") {
    if (!(await confirmPassword())) return "Create a test key";
    answer = await newSecret(ours);
  }
  if (!answer.ok) throw new Error("no key");
  const { key, api_key } = await answer.json();
  (await openReference()).updateConfiguration(settings(api_key));
  const until = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" }).format(key.expires_at);
  return "Test key set until " + until;
};
button.addEventListener("click", async () => {
  button.disabled = true;
  button.textContent = (await createKey().catch(() => "That failed: try again")) ?? button.textContent;
  button.disabled = button.textContent.startsWith("Test key set");
});
`;

/** The dashboard's font and colours, in both schemes. */
const frame = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("/docs/inter.woff2") format("woff2"); }
:root { color-scheme: light dark; --frame: light-dark(#ffffff, #151b21); --frame-page: light-dark(#f6f8f8, #0d1216); --frame-dimmed: light-dark(#56636b, #9fabb7); --frame-line: light-dark(#e2e8e8, #28313a);
  --frame-text: light-dark(#10151a, #e6edf3); --frame-accent: light-dark(#0f6f64, #45c4ad); --frame-error: light-dark(#c92a2a, #ff8787); }
[data-mantine-color-scheme="light"] { color-scheme: light; }
[data-mantine-color-scheme="dark"] { color-scheme: dark; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--frame-page); }
.frame { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 24px; padding: 14px 24px; font: 500 15px/1.4 "Inter Variable", system-ui, sans-serif;
  background: var(--frame); border-bottom: 1px solid var(--frame-line); }
.frame div { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; }
.frame a { color: var(--frame-accent); text-decoration: none; }
.frame button { padding: 3px 10px; font: inherit; color: #ffffff; background: #0f6f64; border: 0; border-radius: 6px; cursor: pointer; }
#password { box-sizing: border-box; width: min(360px, calc(100vw - 32px)); padding: 20px; font: 15px/1.5 "Inter Variable", system-ui, sans-serif; color: var(--frame-text); background: var(--frame); border: 1px solid var(--frame-line); border-radius: 12px; }
#password h2, #password p { margin: 0 0 12px; font-size: inherit; }
#password label { display: grid; gap: 4px; font-weight: 500; }
#password input { padding: 8px 10px; font: inherit; color: inherit; background: none; border: 1px solid var(--frame-line); border-radius: 6px; }
#password output { display: block; min-height: 1.5em; margin: 4px 0; color: var(--frame-error); }
#password div { display: flex; justify-content: flex-end; gap: 8px; }
#password div button { padding: 6px 14px; font: inherit; color: #ffffff; background: #0f6f64; border: 1px solid #0f6f64; border-radius: 6px; cursor: pointer; }
#password div button[value] { color: inherit; background: none; border-color: var(--frame-line); }
#pages { max-width: 860px; margin: 0 auto; padding: 24px; font: 16px/1.6 "Inter Variable", system-ui, sans-serif; color: var(--frame-text); }
#pages h1 { margin: 8px 0; font-size: 1.6rem; }
#pages h2 { margin: 32px 0 8px; font-size: 1.2rem; }
#pages h3 { margin: 20px 0 4px; font-size: 1rem; }
#pages ul { margin: 0; padding: 0; list-style: none; }
#pages li { padding: 8px 0; border-top: 1px solid var(--frame-line); }
#pages li span { display: block; font-size: 0.875rem; color: var(--frame-dimmed); overflow-wrap: anywhere; }
#pages a { color: var(--frame-accent); }
#open-reference { padding: 10px 18px; font: 600 1rem "Inter Variable", system-ui, sans-serif; color: #ffffff; background: #0f6f64; border: 0; border-radius: 8px; cursor: pointer; }
#open-reference:focus-visible, #pages a:focus-visible { outline: 2px solid var(--frame-accent); outline-offset: 3px; }
.frame button:focus-visible { outline: 2px solid var(--frame-accent); outline-offset: 3px; }
.frame a:hover { text-decoration: underline; }
.frame a:focus-visible { outline: 2px solid var(--frame-accent); outline-offset: 3px; border-radius: 3px; }
.frame-name { font-weight: 700; color: var(--frame-text) !important; }
:root .light-mode, .light-mode { --scalar-color-accent: #0f6f64; --scalar-font: "Inter Variable", system-ui, sans-serif; --scalar-border-color: #e2e8e8;
  --scalar-background-1: #ffffff; --scalar-background-2: #f6f8f8; --scalar-background-3: #eaf0ef; --scalar-color-1: #10151a; --scalar-color-2: #45525a; --scalar-color-3: #56636b;
  --scalar-background-accent: #d3f4ec; --scalar-color-green: #0f6f64; --scalar-color-red: #c92a2a; --scalar-color-blue: #2f5fb3; --scalar-color-orange: #8a5300; --scalar-color-yellow: #7a4d00; --scalar-color-purple: #6a3fb5; }
:root .dark-mode, .dark-mode { --scalar-color-accent: #45c4ad; --scalar-font: "Inter Variable", system-ui, sans-serif; --scalar-border-color: #28313a;
  --scalar-background-1: #0d1216; --scalar-background-2: #151b21; --scalar-background-3: #20272f; --scalar-color-1: #e6edf3; --scalar-color-2: #b1bac4; --scalar-color-3: #9fabb7;
  --scalar-background-accent: #12352f; --scalar-color-green: #45c4ad; --scalar-color-red: #ff8787; --scalar-color-blue: #8fb8ff; --scalar-color-orange: #ffb454; --scalar-color-yellow: #ffd28a; --scalar-color-purple: #c4a7ff; }
`;

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const documentAt = (make: () => object) => addressedAnswer("application/json", () => JSON.stringify(make()));

/** `/openapi.json`, the small one for GPT actions, and Scalar's reference page at `/docs`. */
export function registerReference(server: FastifyInstance, registry: Registry, publicOrigin: () => string): void {
  const reference = addressedAnswer("text/html; charset=utf-8", () => referencePage(registry, publicOrigin()));
  const styles = fixedAnswer("text/css; charset=utf-8", frame);
  const starter = fixedAnswer(javascript, start);
  server.get(
    "/openapi.json",
    documentAt(() => openApiDocument(registry, publicOrigin())),
  );
  server.get(
    "/openapi-actions.json",
    documentAt(() => actionsDocument(registry, publicOrigin())),
  );
  server.get("/docs", (request, reply) => reference(request, reply.header("content-security-policy", policy)));
  server.get("/docs/start.js", starter.send);
  server.get("/docs/frame.css", styles.send);
  server.get("/docs/inter.woff2", async (_request, reply) =>
    reply
      .headers({ "content-type": "font/woff2", "cache-control": "public, max-age=86400" })
      .send(await readFile(fileURLToPath(import.meta.resolve(LETTERS)))),
  );
  server.get("/docs/scalar.js", async (request, reply) => {
    bundle ??= scalarBundle();
    return (await bundle).send(request, reply);
  });
}

const LETTERS = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const javascript = "text/javascript; charset=utf-8";

let bundle: Promise<FixedAnswer> | undefined;

/** Scalar's placeholder for an empty secret: it looks like a key, and the first request would fail. */
const FALSE_KEY = "QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT";

/** Scalar's browser bundle, taken from its plugin when the page is first opened: our own page has the stricter policy. */
async function scalarBundle(): Promise<FixedAnswer> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const scratch = Fastify();
  await scratch.register(scalar, { routePrefix: "/scratch", configuration: { url: "/openapi.json" } });
  const { payload } = await scratch.inject("/scratch/js/scalar.js");
  await scratch.close();
  return fixedAnswer(javascript, payload.replaceAll(FALSE_KEY, "Paste a key"), "public, max-age=86400");
}
