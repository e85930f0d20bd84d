import { connect, type Socket } from "node:net";
import type { OpenLoopAnswer, OpenLoopResult } from "./open-loop.ts";

/**
 * Calls at a fixed rate, independent of earlier ones, from a separate process. Each uses an idle connection, or a new one
 * if all are busy. A call starts when its bytes are handed to the kernel, so nothing waits here. Reports when all are sent,
 * and then the outcomes.
 */
const [order] = process.argv.slice(2) as [string];
const { host, port, head, body, perSecond, seconds, maxConnections } = JSON.parse(order) as {
  host: string;
  port: number;
  head: string;
  body: string;
  perSecond: number;
  seconds: number;
  maxConnections: number;
};
const bytes = Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

interface Call {
  sentAt: number;
  received: string;
}

const answers: OpenLoopAnswer[] = [];
const idle: Socket[] = [];
const busy = new Map<Socket, Call>();
let opened = 0;
let unsent = 0;
let latestMs = 0;
let beganAt = 0;

function open(): void {
  opened++;
  const socket = connect({ host, port, noDelay: true });
  socket.setEncoding("latin1");
  socket.once("connect", () => idle.push(socket));
  socket.on("data", (chunk: string) => {
    const call = busy.get(socket);
    if (!call) return;
    call.received += chunk;
    if (isWhole(call.received)) end(socket, call);
  });
  socket.once("error", () => {});
  socket.once("close", () => {
    opened--;
    const at = idle.indexOf(socket);
    if (at >= 0) idle.splice(at, 1);
    const call = busy.get(socket);
    busy.delete(socket);
    const now = performance.now();
    if (call) answers.push({ status: 0, ms: now - call.sentAt, insideMs: 0, at: now - beganAt, code: null });
  });
}

/** Reads a header of a response. Does as little work as possible, since CPU used here is taken from the service. */
function headerOf(answer: string, name: string): string | null {
  const at = answer.indexOf(`\r\n${name}: `);
  if (at < 0) return null;
  const from = at + name.length + 4;
  return answer.slice(from, answer.indexOf("\r", from));
}

function isWhole(answer: string): boolean {
  const at = answer.indexOf("\r\n\r\n");
  if (at < 0) return false;
  const length = headerOf(answer, "content-length");
  return length === null ? answer.endsWith("0\r\n\r\n") : answer.length >= at + 4 + Number(length);
}

function end(socket: Socket, { sentAt, received }: Call): void {
  busy.delete(socket);
  const now = performance.now();
  answers.push({
    status: Number(received.slice(9, 12)),
    ms: now - sentAt,
    insideMs: Number(headerOf(received, "x-execution-time") ?? 0) * 1000,
    at: now - beganAt,
    code: headerOf(received, "x-error-code"),
  });
  if (headerOf(received, "connection") === "close") socket.destroy();
  else idle.push(socket);
}

function send(): boolean {
  const socket = idle.pop();
  if (!socket) return false;
  busy.set(socket, { sentAt: performance.now(), received: "" });
  socket.write(bytes);
  return true;
}

const spare = Math.ceil(perSecond / 10);
for (let nth = 0; nth < spare; nth++) open();
while (idle.length < spare) await new Promise((resolve) => setTimeout(resolve, 5));
beganAt = performance.now();
let due = 0;
let last = beganAt;
while (performance.now() - beganAt < seconds * 1000) {
  const now = performance.now();
  latestMs = Math.max(latestMs, now - last - 5);
  last = now;
  for (; due < ((now - beganAt) / 1000) * perSecond; due++) if (!send()) unsent++;
  for (let missing = Math.min(spare - idle.length, maxConnections - opened); missing > 0; missing--) open();
  await new Promise((resolve) => setTimeout(resolve, 5));
}
process.send!("sent");
while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
const lasted = (performance.now() - beganAt) / 1000;
const { user, system } = process.cpuUsage();
const result: OpenLoopResult = { answers, unsent, lasted, latestMs, generatorMs: (user + system) / 1000 };
process.send!(result, () => process.exit(0));
