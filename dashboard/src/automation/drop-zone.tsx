import { Note } from "../ui/note.tsx";
import "./drop-zone.css";
import { Text } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "../ui/format.ts";
import { IconUpload } from "../ui/icons.tsx";

interface DropZoneProps {
  file: File | null;
  accept: string;
  onFile: (file: File) => void;
}

/** A file input over the whole area: browsers themselves accept a file that is dropped on one. */
export function DropZone({ file, accept, onFile }: DropZoneProps) {
  const [over, setOver] = useState(false);
  return (
    <label className="drop-zone" data-over={over || undefined}>
      <IconUpload size={28} stroke={1.6} />
      <Text fw={600} ta="center" style={{ overflowWrap: "anywhere" }}>
        {file ? file.name : "Drop a CSV or NDJSON file here, or choose one"}
      </Text>
      <Note ta="center">
        {file ? `${formatNumber(Math.ceil(file.size / 1024))} kB · choose another to replace it` : "1 to 10,000 lines"}
      </Note>
      <input
        type="file"
        aria-label="The file"
        accept={accept}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) onFile(chosen);
          // Lets the user choose the same file again after correcting it.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
