import { Modal, Text, TextInput, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { queries } from "../api/queries.ts";
import { IconSearch } from "../ui/icons.tsx";
import { signOut } from "./sign-out.ts";

interface Command {
  label: string;
  about: string;
  /** An address to open, or a function to run. */
  act: string | (() => unknown);
}

interface CommandPaletteProps {
  pages: ReadonlyArray<{ to: string; label: string }>;
  onClose: () => void;
}

const MOST = 12;
/** How the arrow keys move the selection. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Finds anything by a few letters: actions, pages, operations, keys, saved calls, and requests by id. */
export default function CommandPalette({ pages, onClose }: CommandPaletteProps) {
  const router = useRouter();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useCommands(pages, words);
  const go = ({ act }: Command) => {
    onClose();
    if (typeof act === "function") return act();
    if (act.startsWith("/docs")) return window.location.assign(act);
    return router.navigate({ href: act });
  };
  const move = (event: KeyboardEvent) => {
    const command = found[chosen];
    if (event.key === "Enter" && command) void go(command);
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
        placeholder="An action, page, operation, key, saved call or request ID"
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
            key={command.about + command.label}
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

/** Frequent actions. */
function useActions(): Command[] {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light") === "light" ? "dark" : "light";
  const actions: Array<[label: string, act: Command["act"]]> = [
    ["New key", "/keys"],
    ["New schedule", "/automation/schedules/new"],
    ["New batch", "/automation/batches/new"],
    ["New webhook", "/automation/webhooks"],
    ["Connect an AI agent", "/mcp-setup"],
    ["Show failed requests", "/requests?status=5"],
    ["Change password", "/account"],
    [`Switch to ${scheme} theme`, () => setColorScheme(scheme)],
    ["Sign out", () => signOut(router)],
  ];
  return actions.map(([label, act]) => ({ label, about: "action", act }));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

function useCommands(pages: CommandPaletteProps["pages"], words: string): Command[] {
  const { data: catalogue } = useQuery(queries.catalogue);
  const { data: keys } = useQuery(queries.keys);
  const { data: saved } = useQuery(queries.savedCalls);
  const actions = useActions();
  const wanted = words.trim().toLowerCase();
  if (UUID.test(wanted)) {
    const own = { label: `Request ${wanted}`, about: "request", act: `/requests/${wanted}` };
    const anybodys = { label: `Request ${wanted}`, about: "request of any account", act: `/admin/requests/${wanted}` };
    return pages.some(({ to }) => to === "/admin/requests") ? [own, anybodys] : [own];
  }
  const operations = (catalogue?.sources ?? []).flatMap(({ title, operations }) =>
    operations.map(({ path, summary }) => ({
      label: `Run: ${summary} (${title})`,
      about: "operation",
      act: `/playground?${new URLSearchParams({ operation: path })}`,
    })),
  );
  const all: Command[] = [
    ...actions,
    ...pages.map(({ to, label }) => ({ label, about: "page", act: to })),
    { label: "Account", about: "page", act: "/account" },
    { label: "API reference", about: "page", act: "/docs" },
    { label: "Status", about: "page", act: "/status" },
    ...operations,
    ...(saved?.calls ?? []).map(({ name, operation, body }) => ({
      label: name,
      about: "saved call",
      act: `/playground?${new URLSearchParams({ operation, body: JSON.stringify(body) })}`,
    })),
    ...(keys?.keys ?? []).map(({ id, name }) => ({ label: name, about: "key", act: `/keys/${id}` })),
  ];
  return all.filter(({ label, about }) => `${label} ${about}`.toLowerCase().includes(wanted)).slice(0, MOST);
}
