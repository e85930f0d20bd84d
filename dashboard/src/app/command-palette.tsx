import {
  Combobox,
  Modal,
  Text,
  TextInput,
  useCombobox,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { RequestRow } from "../../../src/endpoints/dashboard/types.ts";
import { schedulesPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useCallSummary } from "../requests/call-title.tsx";
import { playgroundPath } from "../requests/requests-path.ts";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/text.tsx";
import { adminPages, labelled, openPages, ownPages, pageLabel } from "./pages.ts";
import { signOut } from "./sign-out.ts";
import { leaveFor } from "./watch-connection.ts";

/** What it is called, what kind of thing it is, and an address to open or a function to run. */
type Command = [label: string, about: string, act: string | (() => unknown)];

const MAX_SHOWN = 12;

/** Finds anything by a few letters: actions, pages, operations, keys, schedules, saved calls, and requests by ID or what they asked. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} withCloseButton={false} title="Go to" size="lg" yOffset="12vh" padding="sm">
      <Commands onClose={onClose} />
    </Modal>
  );
}

function Commands({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [words, setWords] = useState("");
  const found = useCommands(words);
  const list = useCombobox({ opened: true, onOpenedChange: onClose });
  // biome-ignore lint/correctness/useExhaustiveDependencies: chooses the first command after each change of the words
  useEffect(() => void list.selectFirstOption(), [words, found.length]);
  const go = (index: string) => {
    const [, , act] = found[Number(index)]!;
    onClose();
    if (typeof act === "function") return act();
    return act.startsWith("/docs") ? leaveFor(act) : router.navigate({ href: act });
  };
  return (
    <Combobox store={list} onOptionSubmit={go}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          aria-label="Go to"
          placeholder="An action, page, operation, key, schedule or request"
          leftSection={<Icon name="search" />}
          data-autofocus
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Commands" className="commands">
        {found.map(([label, about], index) => (
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
  const actions: Array<[label: string, act: Command[2]]> = [
    ["New key", "/keys"],
    ["New webhook", "/automation/deliveries"],
    ["Connect an AI agent", "/mcp-setup"],
    ["Show failed requests", "/requests?status=5"],
    ["Change password", "/settings"],
    [`Switch to ${scheme} theme`, () => setColorScheme(scheme)],
    ["Sign out", () => signOut(router)],
  ];
  return actions.map(([label, act]) => [label, "action", act]);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

function useCommands(words: string): Command[] {
  const { data: session } = useQuery(queries.session);
  const { data: catalogue } = useQuery(queries.catalogue);
  const { data: keys } = useQuery(queries.keys);
  const { data: saved } = useQuery(queries.savedCalls);
  const { data: schedules } = useQuery(queries.at(schedulesPath));
  const actions = useActions();
  const calls = useCalls(words.trim());
  const isAdmin = session?.me?.role === "admin";
  const wanted = words.trim().toLowerCase();
  if (UUID.test(wanted)) {
    const own: Command = [`Request ${wanted}`, "request", `/requests/${wanted}`];
    const anybodys: Command = [`Request ${wanted}`, "request of any account", `/admin/requests/${wanted}`];
    return isAdmin ? [own, anybodys] : [own];
  }
  const pages = labelled({ ...ownPages, ...(isAdmin && adminPages), ...openPages });
  const all: Command[] = [
    ...actions,
    ...pages.map((path): Command => [pageLabel(path), "page", path]),
    ["API reference", "page", "/docs"],
    ...(catalogue?.sources ?? []).flatMap(({ title, operations }) =>
      operations.map(({ path, summary }): Command => [`Run: ${summary} (${title})`, "operation", playgroundPath(path)]),
    ),
    ...(saved?.calls ?? []).map(
      ({ name, operation, body }): Command => [
        name,
        "saved call",
        playgroundPath(operation, { body: JSON.stringify(body) }),
      ],
    ),
    ...(keys?.keys ?? []).map(({ id, name }): Command => [name, "key", `/keys/${id}`]),
    ...(schedules?.rows ?? []).map(({ id, name }): Command => [name, "schedule", `/automation/schedules/${id}`]),
  ];
  const named = all.filter(([label, about]) => `${label} ${about}`.toLowerCase().includes(wanted));
  return [...named.slice(0, MAX_SHOWN), ...calls];
}

/** The last calls that asked something, or failed with it, each once. */
function useCalls(words: string): Command[] {
  const [sought] = useDebouncedValue(words, 150);
  const { data } = useQuery({
    ...queries.at(`/requests?${new URLSearchParams({ limit: "5", search: sought })}`),
    enabled: sought.length > 2, // Fewer letters are in most calls.
  });
  const summaryOf = useCallSummary();
  const labelOf = ({ endpoint, params }: RequestRow) => `${endpoint.slice(5)}: ${summaryOf(endpoint, params)}`;
  const byLabel = new Map((data?.requests ?? []).toReversed().map((call) => [labelOf(call), call.id]));
  return [...byLabel].map(([label, id]) => [label, "request", `/requests/${id}`]);
}
