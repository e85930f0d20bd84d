// Runs before the first paint of every document; a file of its own because the pages allow no inline script.
(() => {
  // The colours, so that nothing flashes.
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("winnow-color-scheme");
    } catch {}
    const dark = chosen === "dark" || (chosen !== "light" && preferred.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  apply();
  preferred.addEventListener("change", apply);

  // The service prints an address with the operator's token in its fragment, which servers never see. This tab keeps it.
  const token = /^#outbox=([\w-]+)$/.exec(location.hash)?.[1];
  if (token) {
    try {
      sessionStorage.setItem("winnow-outbox-token", token);
    } catch {}
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  // Some browsers have no service workers, or forbid them: then a page opened during an outage is the browser's error page.
  addEventListener("load", () => void navigator.serviceWorker?.register("/away.js").catch(() => {}));

  // Documents outside the app show some links to visitors alone, and some to members.
  addEventListener("DOMContentLoaded", async () => {
    const links = document.querySelectorAll("[data-for]");
    if (links.length === 0) return;
    const answer = await fetch("/dashboard-api/session", { headers: { accept: "application/json" } }).catch(() => null);
    const who = answer?.ok && (await answer.json()).me ? "members" : "visitors";
    for (const link of links) link.hidden = link.dataset.for !== who;
  });
})();
