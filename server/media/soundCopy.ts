import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { ChecksummedRange, SplicedRange } from '../platform/http/parts.ts';
import { DamagedFileRefusal } from '../platform/http/refusal.ts';
import { copyBytesOf } from '../platform/http/splice.ts';
import { markWord } from '../platform/marks/markWord.ts';
import { findPair, findSoundMark, type SoundPair, upsertSoundCode } from './soundMarkQueries.ts';

// Of marked sound each account gets a copy of its own: one of two variants of each segment, chosen by the word of account
// and song. Streams, downloads and formats of an account hold the same word, so that nobody has two copies to compare.

export interface MarkedSound {
  copy: ChecksummedRange & SplicedRange;
  /** What the chunk `fmt ` of the WAV contains; empty for an MP3. */
  format: Buffer;
}

export const isPair = (file: string): boolean => file.endsWith('.pair');

/** By the storage key of the pair file, which is a hash of its content. */
const pairs = new LRUCache<string, SoundPair>({ max: 200 });
const words = new LRUCache<string, Uint8Array>({ max: 1_000 });

/** The copy of an account. @throws FILE_DAMAGED when nothing is known of the file */
export async function findSoundCopy(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  caller: Pick<Caller, 'accountid' | 'playerid'>,
  file: string,
): Promise<MarkedSound> {
  const [pair, mark] = [pairs.get(file) ?? (await loadPair(db, file)), await findSoundMark(db, file, caller.accountid)];
  if (!pair || !mark) throw new DamagedFileRefusal(file);
  const code = mark.code ?? (await upsertSoundCode(db, caller, now()));
  const id = `${mark.key.toString('hex')} ${code.toString('hex')}`;
  const word = words.get(id) ?? markWord(mark.key, code, mark.segments);
  words.set(id, word);
  const spliced = { pair, word };
  const copy = { key: file, start: 0, bytes: copyBytesOf(pair), crc32: crc32OfCopy(pair, word), spliced };
  return { copy, format: pair.format };
}

async function loadPair(db: Db, file: string): Promise<SoundPair | undefined> {
  const pair = await findPair(db, file);
  if (pair) pairs.set(file, pair);
  return pair;
}

/** CRC-32 is linear: each segment in which a copy has variant B instead of A changes it by a known number. */
function crc32OfCopy({ crcA, crcB }: SoundPair, word: Uint8Array): number {
  let sum = crcA;
  for (const [segment, variant] of word.entries()) if (variant === 1) sum ^= crcB[segment] ?? 0;
  return sum >>> 0;
}

/** Equal for all files of the same sound, and different for accounts. */
export const etagOfCopy = ({ key, spliced }: SplicedRange): string =>
  createHash('sha256').update(key).update(spliced.word).digest('hex');
