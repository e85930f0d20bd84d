import pino, { type DestinationStream, type Logger } from "pino";
import { currentTraceId } from "./tracing.ts";

/** Headers with secrets, which are never logged. */
const secrets = ["access-token", "authorization", "cookie", "set-cookie"].map((name) => `req.headers["${name}"]`);

/** JSON lines on standard output (or where a test reads them), with their trace id if tracing is on. */
export const createLog = (level: string, to: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      redact: secrets,
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === null ? {} : { traceId };
      },
    },
    to,
  );
