import pino, { type DestinationStream, type Logger } from "pino";
import { currentTraceId } from "./tracing.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Headers with secrets, which are never logged. */
const secrets = ["access-token", "authorization", "cookie", "set-cookie"].map((name) => `req.headers["${name}"]`);

const standardOutput = (): DestinationStream => pino.destination(1);

/** JSON lines on standard output (or where a test reads them), with their trace id if tracing is on. */
export const createLog = (level: string, to: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      redact: secrets,
      // The last step of every line: whatever was logged, no key leaves with it.
      hooks: { streamWrite: withoutSecrets },
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === null ? {} : { traceId };
      },
    },
    to,
  );
