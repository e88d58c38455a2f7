import { createHash, randomBytes } from 'node:crypto';
import type { DraftRendition } from '../server/catalogue/releaseDraft.ts';
import type { AppContext } from '../server/platform/context.ts';
import { createRelease } from '../server/testing/releases.ts';

/** Ten megabytes each, which is an MP3 of about four minutes. */
export const SOUND = { tracks: 60, bytes: 10_000_000 };

/** One release of 600 MB; what it sounds like does not matter. */
export async function fillSound(context: AppContext): Promise<void> {
  const bytes = randomBytes(SOUND.bytes);
  const songs: { title: string; renditions: DraftRendition[] }[] = [];
  for (let n = 1; n <= SOUND.tracks; n++) {
    bytes.writeUInt32LE(n);
    const file = `audio/${createHash('sha256').update(bytes).digest('hex')}.mp3`;
    const stored = { file, ...(await context.storage.put(file, bytes)), media_type: 'audio/mpeg' };
    const frames = { source: null, data_offset: 0, data_bytes: bytes.length };
    const rendition = { kind: 'mp3' as const, ...stored, ...frames, sample_rate: 44_100, channels: 2, bits: null };
    songs.push({ title: `Song ${n}`, renditions: [rendition] });
  }
  await createRelease(context, { title: 'Large', songs });
}
