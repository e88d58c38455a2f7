import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { readAt } from '../../platform/storage/readAt.ts';
import { createSampleQueue, type Sound } from './decodeSound.ts';
import type { Piece } from './difference.ts';

// The difference of a song is kept in a temporary file, because making it again takes longer: of each piece the number of
// its samples as 4 bytes, little-endian, and its channels as floats of 4 bytes.

const HEAD_BYTES = 4;
const SAMPLE_BYTES = 4;

/** Writes the difference of pieces. */
export async function openDifferenceWriter(path: string) {
  const file = createWriteStream(path);
  await once(file, 'open');
  return {
    async add(difference: readonly Float32Array[]): Promise<void> {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32LE(difference[0]?.length ?? 0);
      const bytes = difference.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
      if (!file.write(Buffer.concat([head, ...bytes]))) await once(file, 'drain');
    },
    async finish(): Promise<void> {
      file.end();
      await finished(file);
    },
    abort: () => file.destroy(),
  };
}

/** The pieces of a sound with the difference that was written. */
export async function* listWrittenPieces(path: string, sound: Sound): AsyncGenerator<Piece> {
  const file = await open(path);
  const queue = createSampleQueue(sound);
  try {
    const { size } = await file.stat();
    let from = 0;
    for (let position = 0; position < size; ) {
      const count = (await readAt(file, position, HEAD_BYTES)).readUInt32LE();
      const bytes = await readAt(file, position + HEAD_BYTES, count * SAMPLE_BYTES * sound.channels);
      position += HEAD_BYTES + bytes.length;
      const samples = new Float32Array(new Uint8Array(bytes).buffer);
      const difference = Array.from({ length: sound.channels }, (_, channel) =>
        samples.subarray(channel * count, (channel + 1) * count),
      );
      yield { from, source: await queue.read(count), difference };
      from += count;
    }
  } finally {
    await queue.close();
    await file.close();
  }
}
