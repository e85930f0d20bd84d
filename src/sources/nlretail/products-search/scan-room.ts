/** The arrays that a scan writes into. */
export interface ScanRoom {
  entries: Int32Array<ArrayBuffer>;
  members: Int32Array<ArrayBuffer>;
}

const FIRST = 1 << 13;
/** Larger ones are not kept. */
const MOST_KEPT = 1 << 18;

let spare: ScanRoom | null = null;

/** What a scan before left: to allocate it anew takes as long as a scan, and the collector lets it wait. */
export function takeRoom(): ScanRoom {
  const room = spare ?? { entries: new Int32Array(FIRST), members: new Int32Array(FIRST) };
  spare = null;
  return room;
}

export function leaveRoom(room: ScanRoom): void {
  if (room.entries.length + room.members.length <= MOST_KEPT) spare = room;
}

export function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}
