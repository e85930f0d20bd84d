import { UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useRouter } from "@tanstack/react-router";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "../api/connection.ts";
import { IconSearch } from "../ui/icons.tsx";
import { goToShortcuts } from "./go-to-shortcuts.ts";

const CommandPalette = lazyPart(() => import("./command-palette.tsx"));
const Shortcuts = lazyPart(() => import("./shortcuts.tsx"));
const SECOND_MS = 1_000;

/** Keyboard shortcuts of the whole dashboard, and the button that opens the palette with a pointer. */
export function Hotkeys() {
  const router = useRouter();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  // Also works while the user types in a field.
  useHotkeys([["mod+K", () => setOpen("palette")]], [], true);
  useHotkeys([
    ["shift+?", () => setOpen("shortcuts")],
    ["?", () => setOpen("shortcuts")],
  ]);
  const pressed = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = goToShortcuts[event.key];
      if (event.key === "g") pressed.current = event.timeStamp;
      else if (to && event.timeStamp - pressed.current < SECOND_MS) void router.navigate({ href: to });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [router]);
  return (
    <>
      <UnstyledButton className="palette-button" aria-label="Go to… Ctrl K" onClick={() => setOpen("palette")}>
        <IconSearch size={16} />
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <Suspense>
        {open === "palette" && <CommandPalette onClose={() => setOpen(null)} />}
        {open === "shortcuts" && <Shortcuts onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
