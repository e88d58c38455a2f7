/** A RIFF chunk, padded to an even number of bytes. */
export const buildChunk = (id: string, bytes: Buffer): Buffer =>
  Buffer.concat([buildChunkHeader(id, bytes.length), bytes, Buffer.alloc(bytes.length % 2)]);

/** The id and size of a chunk. */
export function buildChunkHeader(id: string, bytes: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 'latin1');
  header.writeUInt32LE(bytes, 4);
  return header;
}

/** A LIST chunk with INFO tags by id (`INAM`, `IART` …), which most programs can read; empty texts are left out. */
export function buildInfoChunk(texts: Record<string, string | null>): Buffer {
  const tags = Object.entries(texts).flatMap(([id, text]) =>
    text ? [buildChunk(id, Buffer.from(`${text.replaceAll('\0', ' ')}\0`))] : [],
  );
  return buildChunk('LIST', Buffer.concat([Buffer.from('INFO'), ...tags]));
}
