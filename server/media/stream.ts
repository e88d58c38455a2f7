import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { requireAccess } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile } from '../platform/http/sendFile.ts';
import { MediaToken, signToken } from '../platform/http/tokens.ts';
import { findStreamFile, findWaveform, type StreamFile } from './queries.ts';

type TrackKind = 'audio' | 'video';

export async function createMediaToken(
  { db, secrets, now }: Pick<AppContext, 'db' | 'secrets' | 'now'>,
  caller: Caller,
  kind: TrackKind,
  trackid: string,
): Promise<{ data: { token: string } }> {
  await requireStreamFile(db, caller, kind, trackid, now());
  return { data: { token: await signMediaToken(secrets, caller, `${kind}:${trackid}`, now()) } };
}

/** Signs a token for one object (such as `zip:<releaseid>`), valid for six hours while the session exists. */
export function signMediaToken(
  secrets: AppContext['secrets'],
  { sessionid, playerid }: Pick<Caller, 'sessionid' | 'playerid'>,
  object: string,
  now: Date,
): Promise<string> {
  const expires = new Date(now.getTime() + MEDIA_TOKEN_SECONDS * 1000);
  return signToken(secrets, MediaToken, { sid: sessionid, sub: playerid, obj: object }, expires);
}

export async function sendStream(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  { caller, params, request, reply }: FileRequest<{ id: string }>,
  kind: TrackKind,
): Promise<void> {
  const { file, media_type } = await requireStreamFile(db, caller, kind, params.id, now());
  return sendFile(request, reply, {
    path: storage.localPath(file),
    type: media_type,
    etag: file.slice(file.lastIndexOf('/') + 1),
    cache: 'revalidate',
  });
}

async function requireStreamFile(
  db: AppContext['db'],
  { audience }: Caller,
  kind: TrackKind,
  trackid: string,
  now: Date,
): Promise<StreamFile> {
  const file = await findStreamFile(db, { audience, kind, trackid });
  if (!file) throw new Refusal('TRACK_NOT_FOUND');
  return requireAccess(file, now);
}

export async function sendWaveform(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  { caller, params, request, reply }: FileRequest<{ trackid: string; file: string }>,
): Promise<void> {
  const track = await findWaveform(db, { audience: caller.audience, trackid: params.trackid });
  if (!track) throw new Refusal('TRACK_NOT_FOUND');
  if (params.file !== `${requireAccess(track, now()).waveform_hash}.bin`) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`waveforms/${params.file}`),
    type: 'application/octet-stream',
    etag: params.file,
    cache: 'immutable',
  });
}
