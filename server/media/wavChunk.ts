/** A chunk of a RIFF file, padded to an even number of bytes. */
export const chunk = (id: string, bytes: Buffer): Buffer =>
  Buffer.concat([chunkHead(id, bytes.length), bytes, Buffer.alloc(bytes.length % 2)]);

/** Name and size of a chunk whose bytes follow. */
export function chunkHead(id: string, bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(bytes, 4);
  return head;
}

/** Writes text into a field of fixed length in the ASCII that broadcasting chunks want: accents go, strange letters become `?`. */
export function writeAscii(into: Buffer, text: string | null | undefined, at: number, length: number): void {
  const plain = (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
  into.write(plain.slice(0, length), at, 'latin1');
}
