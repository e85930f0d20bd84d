/** A file in an archive: its deflated content is `packed` bytes long. */
export interface ZipEntry {
  name: string;
  crc: number;
  packed: number;
  size: number;
}

const [VERSION, DEFLATED, FIRST_DAY] = [20, 8, 0x21];
/** The sums follow the content, because they are not known before it is written. Names are UTF-8. */
const FLAGS = 0x808;
const [HEAD_BYTES, SUMS_BYTES, LISTED_BYTES, END_BYTES] = [30, 16, 46, 22];

/** What comes before the content of a file. */
export function entryHead(name: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(0x04034b50, 0);
  writeKind(head, 4);
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([head, Buffer.from(name)]);
}

/** What comes after it. */
export function entrySums({ crc, packed, size }: ZipEntry): Buffer {
  const sums = Buffer.alloc(SUMS_BYTES);
  for (const [nth, value] of [0x08074b50, crc, packed, size].entries()) sums.writeUInt32LE(value, nth * 4);
  return sums;
}

/** The end of an archive that has these files, in this order. */
export function directory(entries: ZipEntry[]): Buffer {
  let offset = 0;
  const listed = entries.map((entry) => {
    const one = listing(entry, offset);
    offset += HEAD_BYTES + Buffer.byteLength(entry.name) + entry.packed + SUMS_BYTES;
    return one;
  });
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(listed).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...listed, end]);
}

function listing({ name, crc, packed, size }: ZipEntry, offset: number): Buffer {
  const listed = Buffer.alloc(LISTED_BYTES);
  listed.writeUInt32LE(0x02014b50, 0);
  listed.writeUInt16LE(VERSION, 4);
  writeKind(listed, 6);
  for (const [nth, value] of [crc, packed, size].entries()) listed.writeUInt32LE(value, 16 + nth * 4);
  listed.writeUInt16LE(Buffer.byteLength(name), 28);
  listed.writeUInt32LE(offset, 42);
  return Buffer.concat([listed, Buffer.from(name)]);
}

/** How a file is written, and a date, the same for all, so that the same records give the same bytes. */
function writeKind(into: Buffer, at: number): void {
  for (const [nth, value] of [VERSION, FLAGS, DEFLATED, 0, FIRST_DAY].entries()) {
    into.writeUInt16LE(value, at + nth * 2);
  }
}
