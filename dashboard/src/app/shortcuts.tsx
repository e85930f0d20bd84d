import { Kbd, Modal } from "@mantine/core";
import { DataTable } from "../ui/data-table.tsx";
import { goToShortcuts } from "./go-to-shortcuts.ts";
import { pageLabel } from "./pages.ts";

const others = [
  [["Ctrl", "K"], "Go to anything"],
  [["?"], "Show these shortcuts"],
  [["Ctrl", "Enter"], "Run the playground's call"],
  [["←", "→"], "Choose a column of a chart, or another record"],
  [["Esc"], "Close a dialog or menu"],
] as const;

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const rows = [
    ...others,
    ...Object.entries(goToShortcuts).map(([letter, to]) => [["g", letter], pageLabel(to)] as const),
  ];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ "aria-label": "Close" }}>
      <DataTable
        label="Keyboard shortcuts"
        noHead
        rows={rows}
        keyOf={([, label]) => label}
        columns={[
          { header: "Keys", role: "title", cell: ([keys]) => keys.map((key) => <Kbd key={key}>{key}</Kbd>) },
          { header: "Action", role: "prose", cell: ([, label]) => label },
        ]}
      />
    </Modal>
  );
}
