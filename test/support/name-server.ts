import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A DNS server on loopback that resolves every name to the current IPv4 addresses in `addresses`. */
export async function startNameServer(addresses: Set<string>) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(answer(query, addresses), port, address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    port: socket.address().port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** RFC 1035: repeats the question, then adds a 16-byte record for each address. */
function answer(query: Buffer, addresses: Set<string>): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 5;
  const question = query.subarray(HEADER_BYTES, end);
  const found = question.readUInt16BE(question.length - 4) === TYPE_A ? [...addresses] : [];
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8580, 2);
  for (const [at, count] of [1, found.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + at * 2);
  // The name (a pointer to the question's), type, class, a TTL of one second, length, address.
  const records = found.map((one) => [
    0xc0,
    HEADER_BYTES,
    0,
    TYPE_A,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    4,
    ...one.split(".").map(Number),
  ]);
  return Buffer.concat([header, question, Buffer.from(records.flat())]);
}
