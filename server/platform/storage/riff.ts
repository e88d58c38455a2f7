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

/** The texts that programs know which read no other tag, by their names (`INAM`, `IART` …); empty ones are left out. */
export function infoChunk(texts: Record<string, string | null>): Buffer {
  const said = Object.entries(texts).flatMap(([id, text]) =>
    text ? [chunk(id, Buffer.from(`${text.replaceAll('\0', ' ')}\0`))] : [],
  );
  return chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...said]));
}
