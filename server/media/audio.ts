import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { Caller } from '../platform/caller.ts';
import { Refusal } from '../platform/refusal.ts';
import { type FileAsked, sendFile } from '../platform/sendFile.ts';
import { MediaToken, signToken } from '../platform/tokens.ts';
import type { World } from '../platform/world.ts';
import { findRendition, findWaveform, type Rendition } from './queries.ts';

type Here = Pick<World, 'db' | 'storage' | 'secrets'>;

/**
 * A token for one track and this account.
 * @throws TRACK_NOT_FOUND, and what the release refuses
 */
export async function audioToken(
  { db, secrets }: Here,
  caller: Caller,
  trackid: string,
  now: Date,
): Promise<{ data: { token: string } }> {
  await requireStream(db, caller, trackid, now);
  const claims = { sid: caller.sessionid, sub: caller.playerid, obj: `audio:${trackid}` };
  const token = await signToken(secrets, MediaToken, claims, new Date(now.getTime() + MEDIA_TOKEN_SECONDS * 1000));
  return { data: { token } };
}

/** @throws TRACK_NOT_FOUND, RANGE_NOT_SATISFIABLE, and what the release refuses */
export async function stream(
  { db, storage }: Here,
  { caller, params, request, reply }: FileAsked<{ id: string }>,
  now: Date,
): Promise<void> {
  const { file, media_type } = await requireStream(db, caller, params.id, now);
  return sendFile(request, reply, {
    path: storage.localPath(file),
    type: media_type,
    etag: file.slice(file.lastIndexOf('/') + 1),
    cacheControl: 'private, max-age=0, must-revalidate',
  });
}

async function requireStream(db: Here['db'], { audience }: Caller, trackid: string, now: Date): Promise<Rendition> {
  const rendition = await findRendition(db, { trackid, kind: 'mp3' });
  if (!rendition) throw new Refusal('TRACK_NOT_FOUND');
  await requireRelease(db, { audience, releaseid: rendition.releaseid }, now);
  return rendition;
}

/** @throws TRACK_NOT_FOUND, NOT_FOUND, and what the release refuses */
export async function sendWaveform(
  { db, storage }: Here,
  { caller, params, request, reply }: FileAsked<{ trackid: string; file: string }>,
  now: Date,
): Promise<void> {
  const track = await findWaveform(db, params.trackid);
  if (!track) throw new Refusal('TRACK_NOT_FOUND');
  await requireRelease(db, { audience: caller.audience, releaseid: track.releaseid }, now);
  if (params.file !== `${track.waveform_hash}.bin`) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`waveforms/${params.file}`),
    type: 'application/octet-stream',
    etag: params.file,
    cacheControl: 'private, max-age=31536000, immutable',
  });
}
