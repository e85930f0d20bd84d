import {
  Combobox,
  Modal,
  Text,
  TextInput,
  useCombobox,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { queries } from "../api/queries.ts";
import { IconSearch } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import { adminPages, labelled, openPages, ownPages, pageLabel } from "./pages.ts";
import { signOut } from "./sign-out.ts";
import { leaveFor } from "./watch-connection.ts";

interface Command {
  label: string;
  about: string;
  /** An address to open, or a function to run. */
  act: string | (() => unknown);
}

const MAX_SHOWN = 12;

interface CommandPaletteProps {
  onClose: () => void;
}

/** Finds anything by a few letters: actions, pages, operations, keys, saved calls, and requests by id. */
export default function CommandPalette({ onClose }: CommandPaletteProps) {
  return (
    <Modal opened onClose={onClose} withCloseButton={false} title="Go to" size="lg" yOffset="12vh" padding="sm">
      <Commands onClose={onClose} />
    </Modal>
  );
}

function Commands({ onClose }: CommandPaletteProps) {
  const router = useRouter();
  const [words, setWords] = useState("");
  const found = useCommands(words);
  const list = useCombobox({ opened: true, onOpenedChange: onClose });
  // biome-ignore lint/correctness/useExhaustiveDependencies: chooses the first command after each change of the words
  useEffect(() => void list.selectFirstOption(), [words, found.length]);
  const go = (index: string) => {
    const { act } = found[Number(index)]!;
    onClose();
    if (typeof act === "function") return act();
    if (act.startsWith("/docs")) return leaveFor(act);
    return router.navigate({ href: act });
  };
  return (
    <Combobox store={list} onOptionSubmit={go}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          aria-label="Go to"
          placeholder="An action, page, operation, key, saved call or request ID"
          leftSection={<IconSearch size={16} />}
          data-autofocus
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Commands" className="commands">
        {found.map(({ label, about }, index) => (
          <Combobox.Option key={about + label} value={String(index)} className="command">
            <Text size="sm" truncate>
              {label}
            </Text>
            <Text size="xs" c="dimmed" style={{ flex: "none" }}>
              {about}
            </Text>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {found.length === 0 && (
        <Note p="sm" role="status">
          No matches.
        </Note>
      )}
    </Combobox>
  );
}

/** Frequent actions. */
function useActions(): Command[] {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light") === "light" ? "dark" : "light";
  const actions: Array<[label: string, act: Command["act"]]> = [
    ["New key", "/keys"],
    ["New webhook", "/automation/deliveries"],
    ["Connect an AI agent", "/mcp-setup"],
    ["Show failed requests", "/requests?status=5"],
    ["Change password", "/settings"],
    [`Switch to ${scheme} theme`, () => setColorScheme(scheme)],
    ["Sign out", () => signOut(router)],
  ];
  return actions.map(([label, act]) => ({ label, about: "action", act }));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

function useCommands(words: string): Command[] {
  const { data: session } = useQuery(queries.session);
  const { data: catalogue } = useQuery(queries.catalogue);
  const { data: keys } = useQuery(queries.keys);
  const { data: saved } = useQuery(queries.savedCalls);
  const actions = useActions();
  const isAdmin = session?.me?.role === "admin";
  const wanted = words.trim().toLowerCase();
  if (UUID.test(wanted)) {
    const own = { label: `Request ${wanted}`, about: "request", act: `/requests/${wanted}` };
    const anybodys = { label: `Request ${wanted}`, about: "request of any account", act: `/admin/requests/${wanted}` };
    return isAdmin ? [own, anybodys] : [own];
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
    ...labelled({ ...ownPages, ...(isAdmin && adminPages), ...openPages }).map((path) => ({
      label: pageLabel(path),
      about: "page",
      act: path,
    })),
    { label: "API reference", about: "page", act: "/docs" },
    ...operations,
    ...(saved?.calls ?? []).map(({ name, operation, body }) => ({
      label: name,
      about: "saved call",
      act: `/playground?${new URLSearchParams({ operation, body: JSON.stringify(body) })}`,
    })),
    ...(keys?.keys ?? []).map(({ id, name }) => ({ label: name, about: "key", act: `/keys/${id}` })),
  ];
  return all.filter(({ label, about }) => `${label} ${about}`.toLowerCase().includes(wanted)).slice(0, MAX_SHOWN);
}
