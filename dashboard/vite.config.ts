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

/** Most pages start the program at once: its files are asked for with the page, not by the script that starts it. */
const preloadProgram = (): Plugin => ({
  name: "preload-program",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => {
      const files = new Set<string>();
      const styles = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (files.has(name) || chunk?.type !== "chunk") return;
        files.add(name);
        for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
        chunk.imports.forEach(add);
      };
      const program = Object.values(bundle).find(
        (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/src/app/program.tsx"),
      );
      if (program) add(program.fileName);
      const links = [
        ...[...styles].map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ...[...files].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
      ];
      return html.replace("<!--program-->", links.join("\n    "));
    },
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont(), preloadProgram()],
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
