import { lazily } from "../base/lazily.ts";
import type { Engine, EngineParts } from "./engine.ts";

/** better-auth is a fifth of the program: it is loaded when the first person comes, not when the service starts. */
export const engineOnDemand = (parts: EngineParts): (() => Promise<Engine>) =>
  lazily(async () => (await import("./engine.ts")).createEngine(parts));
