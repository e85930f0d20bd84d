import type { TestProject } from "vitest/node";
import { chromium } from "../../test/support/programs.ts";

/** For mutants: one PostgreSQL serves the whole run, and nothing is built or installed. */
export default function setUp(project: TestProject): void {
  project.provide("postgresAt", process.env.WINNOW_MUTATE_POSTGRES!);
  const path = chromium.find();
  project.provide("chromium", path ? { path } : { missing: "Chromium is not on this machine" });
}
