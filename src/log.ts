import pino, { type Logger } from "pino";

/** Headers that hold a secret: never logged. */
const secrets = ["access-token", "authorization", "cookie", "set-cookie"].map((name) => `req.headers["${name}"]`);

/** JSON lines on standard output. */
export const createLog = (level: string): Logger => pino({ level, redact: secrets });
