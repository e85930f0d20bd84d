import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { newQueryClient, takeAnswers } from "../api/queries.ts";
import { App } from "./app.tsx";
import { newRouter } from "./router.tsx";

/**
 * A page as the browser would show it with these answers, for the service to send. Everything is made anew for each
 * page, so that nothing of one account can be seen by another.
 */
export async function renderPage(path: string, answers: Record<string, unknown>): Promise<string> {
  const queryClient = newQueryClient();
  takeAnswers(queryClient, answers);
  const router = newRouter(queryClient, { history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  try {
    return renderToString(<App queryClient={queryClient} router={router} />);
  } finally {
    queryClient.clear();
  }
}
