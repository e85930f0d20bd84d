import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // No inline script and no data: script, so that the page's Content-Security-Policy can stay strict.
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(["/dashboard-api", "/api", "/docs"].map((path) => [path, "http://127.0.0.1:8080"])),
  },
});
