import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { documentHead } from "../src/entry/http/document-head.ts";

const app = join(import.meta.dirname, "index.html");

const head = (): Plugin => ({
  name: "head",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace("<!--head-->", documentHead()) },
});

/** Adds the styles of each of Mantine's components to the part of the program that has the component, and no others. */
const componentStyles = (): Plugin => ({
  name: "component-styles",
  transform(code, id) {
    const component = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
    return component === undefined ? null : `import "@mantine/core/styles/${component}.layer.css";\n${code}`;
  },
});

/** Preloads what every page needs: fonts, and for the web app the program that `start.ts` imports. */
const preload = (): Plugin => ({
  name: "preload",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {}, filename }) => {
      const fonts = Object.keys(bundle).filter((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name));
      const programs = Object.values(bundle).filter(
        (file) => filename === app && file.type === "chunk" && ["react", "main"].includes(file.name),
      );
      return [
        ...fonts.map((name) => ({ rel: "preload", as: "font", type: "font/woff2", href: `/${name}` })),
        ...programs.map(({ fileName }) => ({ rel: "modulepreload", href: `/${fileName}` })),
        ...programs.flatMap(({ viteMetadata }) =>
          [...(viteMetadata?.importedCss ?? [])].map((name) => ({ rel: "preload", as: "style", href: `/${name}` })),
        ),
      ].map((attrs) => ({ tag: "link", attrs: { ...attrs, crossorigin: true }, injectTo: "head" }));
    },
  },
});

/** Writes the addresses of all pages where the server, the tests and the pictures find them. */
const listPages = (): Plugin => ({
  name: "list-pages",
  apply: "build",
  async writeBundle() {
    // Imported by Node when the build runs. Vite would put a module with a fixed name, and all pages, into this configuration.
    const list = pathToFileURL(join(import.meta.dirname, "src/app/pages.ts")).href;
    const { openPages, ownPages, adminPages, movedPages }: typeof import("./src/app/pages.ts") = await import(list);
    const pages = {
      open: ["/", ...Object.keys(openPages)],
      own: Object.keys(ownPages),
      admin: Object.keys(adminPages),
      moved: Object.keys(movedPages),
    };
    await writeFile(join(import.meta.dirname, "dist/pages.json"), JSON.stringify(pages));
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), head(), componentStyles(), preload(), listPages()],
  // No inline and no data: scripts, so that the Content-Security-Policy can stay strict.
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files: over HTTP/1.1 a browser loads six at a time, and dozens of small ones would queue.
    rolldownOptions: {
      input: [app, join(import.meta.dirname, "home.html")],
      output: {
        codeSplitting: {
          groups: [
            { name: "pages", test: /\/(app\/(pages|load-shell)|api\/first-reads)\.ts$/, priority: 7 },
            { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 7 },
            { name: "main", test: /\/app\/main\.tsx$|\/(notifications\.store|Alert)\.mjs$/, priority: 6 },
            { name: "sign-in", test: /\/sign-in\/sign-in\.tsx$/, priority: 5 },
            { name: "status", test: /\/status\/status\.tsx$/, priority: 4 },
            {
              name: "shell",
              // What notifications share with other parts, too: each would be loaded with the other.
              test: /\/(app\/shell|overview\/overview)\.tsx$|\/(use-force-update|OptionalPortal)\.mjs$/,
              priority: 3,
            },
            { name: "notifications", test: /\/app\/notifications\.tsx$/, priority: 2 },
            { name: "fields", test: /\/playground\/call-fields\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["^/$", "/dashboard-api", "/api", "/docs"].map((path) => [path, "http://127.0.0.1:8080"]),
    ),
  },
});
