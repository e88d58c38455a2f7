/** Where the bytes of one download wait until all of them are here; what is there when it closes stays for the next try. */
export interface Shelf {
  /** So many are here. */
  readonly bytes: number;
  /** Of the file that they are the beginning of; null when it had none. */
  readonly etag: string | null;
  /** Drops what is here, for the file with this ETag. */
  startOver(etag: string | null): Promise<void>;
  /** Takes a part over: it is empty afterwards. */
  put(part: Uint8Array<ArrayBuffer>): Promise<void>;
  /** All of it; nothing can be put there any more. */
  file(): Promise<Blob>;
  close(): Promise<void>;
}

interface Held {
  etag: string | null;
  bytes: number;
  parts: Blob[];
}
/** Parts in memory, by download, for as long as the page lives. */
const heldParts = new Map<string, Held>();

/** Drops what memory holds of a download. */
export const forgetParts = (downloadID: string): void => void heldParts.delete(downloadID);

/** A place in memory. */
export function inMemory(downloadID: string): Shelf {
  let held: Held = heldParts.get(downloadID) ?? { etag: null, bytes: 0, parts: [] };
  return {
    get bytes() {
      return held.bytes;
    },
    get etag() {
      return held.etag;
    },
    async startOver(etag) {
      held = { etag, bytes: 0, parts: [] };
      heldParts.set(downloadID, held);
    },
    async put(part) {
      held.parts.push(new Blob([part]));
      held.bytes += part.length;
    },
    file: async () => new Blob(held.parts),
    close: async () => undefined,
  };
}
