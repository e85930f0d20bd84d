/** `winnow/stand-in`: all that a stand-in site is made of. */
export * from "./stand-in/stand-in.ts";
