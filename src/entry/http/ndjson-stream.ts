import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Encoding } from "../../base/content-negotiation.ts";
import { compressStream } from "./compression.ts";

/** The body of a stream, written part by part. */
export interface StreamedBody {
  /** The parts that the client received: all that were written, or those that the socket had taken when it closed. */
  readonly sent: number;
  /** Writes a part, and waits while the client reads more slowly than we write. */
  write(part: string): Promise<void>;
  end(trailers: Record<string, string>): Promise<void>;
}

/** Opens a 200 whose body follows. The trailers are announced by name, because their values are not known yet. */
export function openStream(
  reply: FastifyReply,
  { headers, trailers, encoding }: { headers: Record<string, string>; trailers: string[]; encoding: Encoding | null },
): StreamedBody {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headers,
    vary: "accept, accept-encoding",
    ...(trailers.length > 0 && { trailer: trailers.join(", ") }),
    ...(encoding && { "content-encoding": encoding }),
  });
  const compressor = encoding && partCompressor(encoding);
  let written = 0;
  let taken = 0;
  return {
    get sent() {
      return isClosed(raw) ? taken : written;
    },
    async write(part) {
      const bytes = compressor ? await compressor.part(part) : part;
      if (isClosed(raw)) return;
      written += 1;
      const room = raw.write(bytes, (error) => {
        if (!error) taken += 1;
      });
      if (!room) await drained(raw);
    },
    async end(last) {
      if (isClosed(raw)) return;
      const rest = compressor && (await compressor.end());
      if (rest?.length) raw.write(rest);
      raw.addTrailers(last);
      raw.end();
    },
  };
}

const isClosed = (raw: ServerResponse): boolean => raw.destroyed || raw.socket?.destroyed === true;

const drained = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      raw.off("drain", done).off("close", done);
      resolve();
    };
    raw.on("drain", done).on("close", done);
    if (isClosed(raw)) done();
  });

/** Compresses parts so that each can be decoded as soon as it has arrived. */
function partCompressor(encoding: Encoding) {
  const stream = compressStream(encoding);
  let out: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => out.push(bytes));
  const taken = (): Buffer => {
    const bytes = Buffer.concat(out);
    out = [];
    return bytes;
  };
  return {
    part: (text: string): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve(taken())));
      }),
    end: (): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        stream.once("end", () => resolve(taken())).once("error", reject);
        stream.end();
      }),
  };
}
