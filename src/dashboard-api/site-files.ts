import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export interface SiteFile {
  type: string;
  raw: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  /** Its name changes with its content, so that a browser may keep it for ever. */
  hashed: boolean;
  /** It holds what is one account's: no cache may keep it. */
  private?: boolean;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** The built web app by path. It is small, so it is held in memory: no path of a request ever reaches the disk. */
export function loadSite(folder: string): Map<string, SiteFile> {
  const site = new Map<string, SiteFile>();
  if (!existsSync(join(folder, "index.html"))) return site;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    const raw = readFileSync(path);
    site.set(url, {
      type,
      raw,
      br: packed(`${path}.br`),
      gzip: packed(`${path}.gz`),
      etag: etagOf(raw),
      hashed: url.startsWith("/assets/"),
    });
  }
  return site;
}

/** A text that was made here, packed as the others are; `quick` for what is made for one answer. */
export function packedFile(type: string, text: string, how: "small" | "quick" = "small"): SiteFile {
  const raw = Buffer.from(text);
  const quality = how === "quick" ? 4 : constants.BROTLI_MAX_QUALITY;
  const br = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return { type, raw, br, gzip: gzipSync(raw), etag: etagOf(raw), hashed: false };
}

const etagOf = (raw: Buffer): string => `"${createHash("sha256").update(raw).digest("base64url").slice(0, 22)}"`;

const packed = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);
