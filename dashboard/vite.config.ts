import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The letters of the first page are asked for with the page, not after its styles. */
const preloadFont = (): Plugin => ({
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: true },
          injectTo: "head",
        })),
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont()],
  // No inline script and no data: script, so that the page's Content-Security-Policy can stay strict.
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(["/dashboard-api", "/api", "/docs"].map((path) => [path, "http://127.0.0.1:8080"])),
  },
});
