import { Kbd, Modal, Table } from "@mantine/core";
import { goToShortcuts } from "./go-to-shortcuts.ts";

const others = [
  [["Ctrl", "K"], "Go to anything"],
  [["?"], "Show these shortcuts"],
  [["Ctrl", "Enter"], "Run the call, in the playground's JSON"],
  [["←", "→"], "Choose a column of a chart"],
  [["Esc"], "Close a dialog or menu"],
] as const;

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const rows = [
    ...others,
    ...Object.entries(goToShortcuts).map(([letter, [label]]) => [["g", letter], label] as const),
  ];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ "aria-label": "Close" }}>
      <Table aria-label="Keyboard shortcuts">
        <Table.Tbody>
          {rows.map(([keys, label]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={130}>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
