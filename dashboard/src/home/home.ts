/** The landing page is a document of the service. This adds its searches. */
const find = (id: string): HTMLElement => document.getElementById(id)!;

function addSearches(): void {
  const title = document.createElement("span");
  title.textContent = "Try it here, without an account";
  const { content } = find("search-buttons") as HTMLTemplateElement;
  find("searches").append(title, content.cloneNode(true));
  // So that the keyboard can scroll them.
  for (const id of ["sent", "received"]) find(id).tabIndex = 0;
  for (const button of buttons()) button.addEventListener("click", () => void search(button));
}

const buttons = (): NodeListOf<HTMLButtonElement> => find("searches").querySelectorAll("button");

async function search(button: HTMLButtonElement): Promise<void> {
  const { operation, curl } = button.dataset;
  for (const each of buttons()) each.setAttribute("aria-pressed", String(each === button));
  find("sent").textContent = curl!;
  find("told").textContent = "Searching…";
  const start = performance.now();
  const { told, records } = await run(operation!).catch(() => ({ told: AWAY, records: null }));
  // Another search was started meanwhile.
  if (button.getAttribute("aria-pressed") !== "true") return;
  const ms = Math.round(performance.now() - start);
  find("told").textContent = records
    ? `${records.length} records in ${ms} ms, from sample data of a stand-in site.`
    : told;
  if (records) find("received").textContent = JSON.stringify(records, null, 2);
  find("received").scrollTop = 0;
}

const AWAY = "Winnow could not be reached. Please try again.";

async function run(operation: string): Promise<{ told: string; records: object[] | null }> {
  const answer = await fetch("/dashboard-api/prepared-searches", {
    method: "POST",
    headers: { "content-type": "application/json", "x-winnow-dashboard": "1" },
    body: JSON.stringify({ operation }),
  });
  const body = await answer.json();
  if (answer.ok) return { told: "", records: body.records };
  if (answer.status === 429) return { told: "That was a lot of searches. Try again in a minute.", records: null };
  return { told: typeof body.detail === "string" ? body.detail : AWAY, records: null };
}

addSearches();
