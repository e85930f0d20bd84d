import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";

export interface SiteFile {
  type: string;
  etag: string;
  /** Its name changes with its content, so that a browser may keep it for ever. */
  hashed: boolean;
  /** Its bytes, packed as asked or (`as` is null) as they are; null where another build has replaced it since. */
  send(encoding: "br" | "gzip" | null): Sent | Promise<Sent | null>;
  text(): string;
}

interface Sent {
  bytes: Buffer;
  as: "br" | "gzip" | null;
}

const texts: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
const binaries: Record<string, string> = {
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** The built web app by path: no path of a request ever reaches the disk unless it is one of these. */
export function loadSite(folder: string): Map<string, SiteFile> {
  const site = new Map<string, SiteFile>();
  if (!existsSync(join(folder, "index.html"))) return site;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const kind = extname(entry.name);
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    const hashed = url.startsWith("/assets/");
    if (!entry.isFile()) continue;
    if (texts[kind]) site.set(url, packedText(texts[kind], packedOnDisk(path), hashed));
    else if (binaries[kind]) site.set(url, fileOnDisk(binaries[kind], path, hashed));
  }
  return site;
}

/** A text that was made here, packed as the others are. */
export const packedFile = (type: string, text: string): SiteFile =>
  packedText(type, packed(Buffer.from(text), constants.BROTLI_MAX_QUALITY), false);

/** Kept as nearly all browsers ask for it; what others want is made of that. */
function packedText(type: string, br: Buffer, hashed: boolean): SiteFile {
  const raw = () => brotliDecompressSync(br);
  let gzip: Buffer | undefined;
  const bytesAs = (encoding: "br" | "gzip" | null): Buffer => {
    if (encoding === "br") return br;
    if (encoding === null) return raw();
    gzip ??= gzipSync(raw());
    return gzip;
  };
  return {
    ...{ type, hashed, etag: etagOf(br) },
    send: (encoding) => ({ bytes: bytesAs(encoding), as: encoding }),
    text: () => raw().toString(),
  };
}

/** Letters and pictures, which do not pack: most of the site's bytes, and most of them are never asked for. */
function fileOnDisk(type: string, path: string, hashed: boolean): SiteFile {
  return {
    ...{ type, hashed, etag: etagOf(hashed ? path : readFileSync(path)) },
    send: () =>
      readFile(path).then(
        (bytes) => ({ bytes, as: null }),
        () => null,
      ),
    text: () => readFileSync(path, "utf8"),
  };
}

const packedOnDisk = (path: string): Buffer =>
  existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : packed(readFileSync(path), 4);

const packed = (raw: Buffer, quality: number): Buffer =>
  brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const etagOf = (content: Buffer | string): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
