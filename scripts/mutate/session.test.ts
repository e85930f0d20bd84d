import { test } from "vitest";

// Vitest starts a worker for this file; its runner (session.ts) then runs what it is asked to.
test("a session has ended", () => {});
