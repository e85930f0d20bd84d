import { CopyIcon, Tokens } from "../ui/code-block.tsx";
import type { Item } from "./values.ts";

/** With more records than this, colouring their text would take longer than reading it. */
const MAX_COLOURED = 200;

/** Records as JSON: all of them, so that the browser's own search finds each, but drawn only where they are in view. */
export function JsonView({ records }: { records: Item[] }) {
  const language = records.length > MAX_COLOURED ? "plain" : "json";
  return (
    <div style={{ position: "relative" }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="code-block json-view" tabIndex={0} aria-label="Records as JSON">
        {records.map((record, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: records are only added
          <pre key={at}>
            <Tokens code={JSON.stringify(record, null, 2)} language={language} />
          </pre>
        ))}
      </section>
      <div className="code-copy">
        <CopyIcon value={JSON.stringify(records, null, 2)} label="Copy JSON" dark />
      </div>
    </div>
  );
}
