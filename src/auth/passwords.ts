import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** Passwords as argon2id, in the usual PHC text form, so that the parameters can grow later. */

const derive = promisify(argon2);

export interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes. */
const recommended: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

const TAG_LENGTH = 32;

const tagOf = (password: string, nonce: Buffer, { memory, passes, parallelism }: PasswordCost): Promise<Buffer> =>
  derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: TAG_LENGTH,
  });

const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

export async function hashPassword(password: string, cost = recommended, nonce = randomBytes(16)): Promise<string> {
  const tag = await tagOf(password, nonce, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const match = FORM.exec(hash);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce = "", hashed = ""] = match;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hashed, "base64");
  const tag = await tagOf(password, Buffer.from(nonce, "base64"), cost);
  return expected.length === tag.length && timingSafeEqual(expected, tag);
}
