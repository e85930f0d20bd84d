import { Modal, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { queries } from "../api/queries.ts";
import { IconSearch } from "../ui/icons.tsx";

interface Command {
  label: string;
  about: string;
  href: string;
}

interface CommandPaletteProps {
  pages: ReadonlyArray<{ to: string; label: string }>;
  onClose: () => void;
}

const MOST = 12;
/** What the arrow keys add to the chosen line. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Everything that can be gone to, by a few letters: pages, operations, keys, saved calls, a request by its id. */
export default function CommandPalette({ pages, onClose }: CommandPaletteProps) {
  const router = useRouter();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useCommands(pages, words);
  const go = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    if (command.href.startsWith("/docs")) window.location.assign(command.href);
    else void router.navigate({ href: command.href });
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter") go(found[chosen]);
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setChosen((now) => (now + by + found.length) % Math.max(1, found.length));
  };
  return (
    <Modal opened onClose={onClose} withCloseButton={false} title="Go to" size="lg" yOffset="12vh" padding="sm">
      <TextInput
        role="combobox"
        aria-label="Go to"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={found[chosen] ? `command-${chosen}` : undefined}
        placeholder="A page, an operation, a key, a saved call, or a request id"
        leftSection={<IconSearch size={16} />}
        data-autofocus
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={move}
      />
      <div id="commands" role="listbox" aria-label="Commands" className="commands">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
          <div
            key={command.href + command.label}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="command"
            onMouseEnter={() => setChosen(index)}
            onClick={() => go(command)}
          >
            <Text size="sm" truncate>
              {command.label}
            </Text>
            <Text size="xs" c="dimmed" style={{ flex: "none" }}>
              {command.about}
            </Text>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p="sm" role="status">
          No matches.
        </Text>
      )}
    </Modal>
  );
}

/** What people come to do. */
const actions: Command[] = [
  { label: "Create a key", about: "action", href: "/keys" },
  { label: "Run a call", about: "action", href: "/playground" },
  { label: "Schedule a call", about: "action", href: "/automation/schedules/new" },
  { label: "Start a batch", about: "action", href: "/automation/batches/new" },
  { label: "Add a webhook", about: "action", href: "/automation/webhooks" },
  { label: "Connect an AI agent", about: "action", href: "/mcp-setup" },
  { label: "Change your password", about: "action", href: "/account" },
  { label: "See failed requests", about: "action", href: "/requests?status=5" },
];

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

function useCommands(pages: CommandPaletteProps["pages"], words: string): Command[] {
  const { data: catalogue } = useQuery(queries.catalogue);
  const { data: keys } = useQuery(queries.keys);
  const { data: saved } = useQuery(queries.savedCalls);
  const wanted = words.trim().toLowerCase();
  if (UUID.test(wanted)) {
    const own = { label: `Request ${wanted}`, about: "request", href: `/requests/${wanted}` };
    const anybodys = { label: `Request ${wanted}`, about: "request of any account", href: `/admin/requests/${wanted}` };
    return pages.some(({ to }) => to === "/admin/requests") ? [own, anybodys] : [own];
  }
  const operations = (catalogue?.sources ?? []).flatMap(({ title, operations }) =>
    operations.map(({ path, summary }) => ({
      label: `${summary} (${title})`,
      about: "playground",
      href: `/playground?${new URLSearchParams({ operation: path })}`,
    })),
  );
  const all: Command[] = [
    ...actions,
    ...pages.map(({ to, label }) => ({ label, about: "page", href: to })),
    { label: "Account", about: "page", href: "/account" },
    { label: "API reference", about: "page", href: "/docs" },
    { label: "Status", about: "page", href: "/status" },
    ...operations,
    ...(saved?.calls ?? []).map(({ name, operation, body }) => ({
      label: name,
      about: "saved call",
      href: `/playground?${new URLSearchParams({ operation, body: JSON.stringify(body) })}`,
    })),
    ...(keys?.keys ?? []).map(({ id, name }) => ({ label: name, about: "key", href: `/keys/${id}` })),
  ];
  return all.filter(({ label, about }) => `${label} ${about}`.toLowerCase().includes(wanted)).slice(0, MOST);
}
