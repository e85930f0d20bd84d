import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import { newRequestId } from "../../service/request-id.ts";
import { errorBody } from "./errors.ts";
import { errorHeaders } from "./headers.ts";
import { closeSoon } from "./linger.ts";

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_late",
};

/** Errors that Node detects before there is a request (headers too long, not HTTP) get our own format too. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const shown = new WinnowError(codes[error.code ?? ""] ?? "bad_request", ...words(error));
  const body = errorBody(shown);
  const head = Object.entries({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": newRequestId(Date.now()),
    ...errorHeaders(shown),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}\r\n${head.join("")}\r\n${body}`);
  closeSoon(socket);
}

const words = ({ code }: NodeJS.ErrnoException): [string?] =>
  code !== undefined && code in codes ? [] : ["The request is not valid HTTP."];
