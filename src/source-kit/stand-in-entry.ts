/** `winnow-api/stand-in`: everything that a stand-in site needs. */
export * from "./stand-in/stand-in.ts";
