import { DescribedForm } from "../parts/described-form.tsx";
import { IconPlus } from "../ui/icons.tsx";
import { useKeyFields } from "./key-fields.ts";
import { showNewKey } from "./new-key.ts";

const expiries = { "7": "In 7 days", "30": "In 30 days", "90": "In 90 days", "365": "In a year" };

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

export const NewKeyForm = ({ suggestion }: { suggestion: string }) => (
  <DescribedForm
    of="POST /keys"
    label="New key"
    layout="line"
    fields={["name", "mode"]}
    more={["Limits", "sources", "usage_context", "expires_in_days", "spending_cap", "manages_delivery", "retain"]}
    initial={{ mode: "live", usage_context: "standard" }}
    about={{
      ...useKeyFields(),
      name: { required: false, placeholder: suggestion },
      mode: { description: "", options: options({ live: "Live", test: "Test: stand-ins" }) },
      usage_context: { label: "Use", options: options({ standard: "Standard: API and MCP", mcp_only: "MCP only" }) },
      manages_delivery: {
        label: "Manages webhooks and destinations",
        kind: "choice",
        description: "They receive results of the whole account.",
        placeholder: "Only without limits",
        options: options({ yes: "Yes", no: "No" }),
      },
      expires_in_days: { label: "Expires", kind: "choice", placeholder: "Never", options: options(expiries) },
    }}
    toBody={(body) => ({
      ...body,
      name: body.name ?? suggestion,
      manages_delivery: body.manages_delivery === null ? null : body.manages_delivery === "yes",
      expires_in_days: body.expires_in_days === null ? null : Number(body.expires_in_days),
    })}
    action="Create key"
    button={{ leftSection: <IconPlus size={16} /> }}
    onDone={({ key, api_key }) => {
      showNewKey({ name: key.name, secret: api_key, sources: key.sources, usageContext: key.usage_context });
      window.scrollTo({ top: 0 });
    }}
  />
);
