import { FixableError } from "../base/fixable-error.ts";
/** A source folder that cannot be loaded. The message names the file and the field, and states what is valid. */
export class BrokenManifest extends FixableError {
  constructor(file: string, field: string, why: string) {
    super(`${file}: ${field} ${why}`);
    this.name = "BrokenManifest";
  }
}

/** A field, whether it is valid, and the problem if it is not. */
export type Check = [field: string, ok: boolean, why: string];

/** Throws for the first invalid field. */
export function report(file: string, checks: Check[]): void {
  const broken = checks.find(([, ok]) => !ok);
  if (broken) throw new BrokenManifest(file, broken[0], broken[2]);
}
