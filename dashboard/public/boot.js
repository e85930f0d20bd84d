// Runs before the first paint; a file of its own because the page allows no inline script.
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
})();
