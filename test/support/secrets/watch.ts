/**
 * Loaded into every Node process of the suite (`NODE_OPTIONS=--import`): notes each secret when it is created, and keeps
 * what the process outputs and stores, so that `search.ts` can compare them after the suite. It has few imports, and of
 * ours only a table: every process of the suite waits for it.
 */
import childProcess from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import zlib from "node:zlib";
import type { FastifyInstance } from "fastify";
import { showingCommands, shown } from "./shown.ts";

const folder = process.env.WINNOW_SEEN;
const { appendFileSync, existsSync, renameSync } = fs;
/** Per response; a longer one is a list of records. */
const MAX_BYTES = 1_000_000;
const KEY = /\bwnw_[0-9A-Za-z]{36}\b/g;
const known = new Set<string>();

function secret(what: string, value: unknown): void {
  if (typeof value !== "string" || value.length < 10 || known.has(value)) return;
  known.add(value);
  append("secrets", `${JSON.stringify([what, value])}\n`);
}

const keep = (kind: string, text: string): void => append(kind, text.endsWith("\n") ? text : `${text}\n`);

function append(kind: string, text: string): void {
  try {
    appendFileSync(join(folder!, `${kind}-${process.pid}.txt`), text);
  } catch {
    // The suite has ended and the folder is gone, while a last process still writes.
  }
}

interface Asked {
  method: string;
  headers: IncomingMessage["headers"];
  routeOptions?: { url?: string | undefined };
}

function watchServer(server: FastifyInstance): void {
  server.addHook("onRequest", async (request, { raw }) => {
    const chunks: Buffer[] = [];
    // `end` may call `write` for the last chunk and the reverse, so nested calls are ignored.
    let depth = 0;
    for (const name of ["write", "end"] as const) {
      const own = raw[name] as (...args: unknown[]) => never;
      raw[name] = function (this: ServerResponse, chunk: unknown, ...rest: unknown[]) {
        const isPart = typeof chunk === "string" || ArrayBuffer.isView(chunk);
        if (depth === 0 && isPart) chunks.push(Buffer.from(chunk as string));
        depth++;
        try {
          return own.call(this, chunk, ...rest);
        } finally {
          depth--;
        }
      };
    }
    raw.once("close", () => keepAnswer(request, raw, chunks));
  });
  server.addHook("preHandler", async ({ body }) => noteTyped(body));
}

/** Notes secrets that a user types or copies from a mail. */
function noteTyped(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const name of ["password", "new_password", "current_password"]) {
    // "1234567890" and one's own address are rejected as passwords, and appear elsewhere for other reasons.
    if (/\D/.test(String(fields[name])) && fields[name] !== fields.email) secret("password", fields[name]);
  }
  secret("token of a mail", fields.token);
}

function keepAnswer(request: Asked, raw: ServerResponse, chunks: Buffer[]): void {
  const route = `${request.method} ${request.routeOptions?.url ?? "(none)"}`;
  noteCredentials(request, raw);
  if (/^(?:font|image|text\/css|text\/javascript|application\/javascript)/.test(header(raw, "content-type"))) return;
  const head = Object.entries(raw.getHeaders()).filter(([name]) => name !== "set-cookie");
  keep("answers", `## ${route} ${raw.statusCode} ${JSON.stringify(head)}\n${withoutShown(route, textOf(raw, chunks))}`);
}

const header = (raw: ServerResponse, name: string): string => String(raw.getHeader(name) ?? "");

function noteCredentials({ headers }: Asked, raw: ServerResponse): void {
  if (raw.statusCode !== 401) {
    secret("API key", headers["access-token"]);
    secret("bearer token", /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1]);
  }
  for (const cookie of [raw.getHeader("set-cookie") ?? []].flat()) {
    const [, name, value = ""] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? [];
    const [token = ""] = decodeURIComponent(value).split(".");
    if (token.length >= 16) secret(`cookie ${name}`, token);
  }
}

function textOf(raw: ServerResponse, chunks: Buffer[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, MAX_BYTES);
  const packed = header(raw, "content-encoding");
  const isArchive = header(raw, "content-type").includes("gzip");
  // A response abandoned by its reader has no end.
  const flush = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
  try {
    if (packed === "br") return zlib.brotliDecompressSync(bytes).toString();
    if (packed === "zstd") return zlib.zstdDecompressSync(bytes).toString();
    if (packed === "gzip" || isArchive) return zlib.gunzipSync(bytes, flush).toString();
  } catch {
    return "(cannot be unpacked)";
  }
  return bytes.toString();
}

function withoutShown(route: string, text: string): string {
  const fields = shown[route];
  if (!fields || !text.startsWith("{")) return text;
  const body = read(text);
  for (const field of fields) {
    if (!(field in body)) continue;
    noteShown(field, body[field]);
    body[field] = "(shown)";
  }
  return JSON.stringify(body);
}

/** A response abandoned by its reader is incomplete. */
function read(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function noteShown(field: string, value: unknown): void {
  const parameter = (url: string, name: string) => (URL.canParse(url) ? new URL(url).searchParams.get(name) : null);
  if (field === "mails") {
    for (const { link } of value as Array<{ link: string | null }>) {
      if (link) secret("token of a mail", parameter(link, "token"));
    }
  } else if (field === "uri") secret("TOTP secret", parameter(String(value), "secret"));
  else if (field === "redirect") secret("code of OAuth", parameter(String(value), "code"));
  else for (const one of [value].flat()) secret(field, one);
}

/** The options that Node passes to the system; missing from its types. */
interface SpawnOptions {
  file?: string;
  args?: string[];
  envPairs?: string[];
}
type Child = childProcess.ChildProcess & { spawn(options: SpawnOptions): unknown };

/** Watches children as well, whatever environment they get; their output is kept here. */
function watchChildren(): void {
  const prototype = childProcess.ChildProcess.prototype as Child;
  const { spawn } = prototype;
  prototype.spawn = function (this: Child, options: SpawnOptions) {
    const { file = "", args = [], envPairs = [] } = options;
    // The search itself prints what it found.
    if (basename(file) === "grep") return spawn.call(this, options);
    if (/^node(?:\.exe)?$/.test(basename(file)) && !envPairs.some((pair) => pair.startsWith("WINNOW_SEEN="))) {
      const given = envPairs.filter((pair) => !pair.startsWith("NODE_OPTIONS="));
      options.envPairs = [...given, `NODE_OPTIONS=${process.env.NODE_OPTIONS}`, `WINNOW_SEEN=${folder}`];
    }
    const result = spawn.call(this, options);
    const shows = showingCommands.some((command) => args.includes(command));
    tap(this.stdout, (text) => {
      for (const [key] of text.matchAll(KEY)) secret("API key", key);
      // A service also writes its log there.
      keep("output", shows ? text.split("\n").filter(isLogLine).join("\n") : text);
    });
    tap(this.stderr, (text) => keep("output", text));
    return result;
  };
}

const isLogLine = (line: string): boolean => line.startsWith('{"level"');

function tap(stream: Readable | null, take: (text: string) => void): void {
  if (!stream) return;
  const push = stream.push;
  stream.push = function (this: Readable, chunk: unknown, ...rest: [BufferEncoding?]) {
    if (chunk) take(String(chunk));
    return push.call(this, chunk, ...rest);
  };
}

/** Moves a store's folder aside when a test would delete it. */
function keepStores(): void {
  const { rm } = fs.promises;
  let count = 0;
  fs.promises.rm = async (path, options) => {
    if (!options?.recursive || !String(path).startsWith(tmpdir())) return rm(path, options);
    const stores = [String(path), join(String(path), "data")].filter(isStore);
    for (const store of stores) {
      count += 1;
      renameSync(store, join(folder!, `store-${process.pid}-${count}`));
    }
    return rm(path, stores.length > 0 ? { ...options, force: true } : options);
  };
  syncBuiltinESMExports();
}

const isStore = (path: string): boolean => existsSync(join(path, "winnow.db")) || existsSync(join(path, "auth-secret"));

if (folder) {
  diagnostics.subscribe("fastify.initialization", (message) =>
    watchServer((message as { fastify: FastifyInstance }).fastify),
  );
  watchChildren();
  keepStores();
  // For secrets that a test creates without a server: log.ts.
  Object.assign(globalThis, { [Symbol.for("winnow.seen")]: { secret, keep } });
}
