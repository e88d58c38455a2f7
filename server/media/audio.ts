import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { allowed } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileAsked, sendFile } from '../platform/http/sendFile.ts';
import { MediaToken, signToken } from '../platform/http/tokens.ts';
import { findStreamed, findWaveform, type Rendition } from './queries.ts';

type Here = Pick<AppContext, 'db' | 'storage' | 'secrets'>;

/** What is asked for by its own address; a track is one or the other. */
type Kind = 'audio' | 'video';

/**
 * A token for one track and this account.
 * @throws TRACK_NOT_FOUND, and what the release refuses
 */
export async function mediaToken(
  { db, secrets }: Here,
  caller: Caller,
  { kind, trackid }: { kind: Kind; trackid: string },
  now: Date,
): Promise<{ data: { token: string } }> {
  await requireStream(db, caller, { kind, trackid }, now);
  return { data: { token: await tokenFor(secrets, caller, `${kind}:${trackid}`, now) } };
}

/** Opens one object (`zip:<releaseid>`) for this account and six hours, while its session lives. */
export function tokenFor(
  secrets: AppContext['secrets'],
  { sessionid, playerid }: Pick<Caller, 'sessionid' | 'playerid'>,
  object: string,
  now: Date,
): Promise<string> {
  const expires = new Date(now.getTime() + MEDIA_TOKEN_SECONDS * 1000);
  return signToken(secrets, MediaToken, { sid: sessionid, sub: playerid, obj: object }, expires);
}

/** @throws TRACK_NOT_FOUND, RANGE_NOT_SATISFIABLE, and what the release refuses */
export async function stream(
  { db, storage }: Here,
  { caller, params, request, reply }: FileAsked<{ id: string }>,
  kind: Kind,
  now: Date,
): Promise<void> {
  const { file, media_type } = await requireStream(db, caller, { kind, trackid: params.id }, now);
  return sendFile(request, reply, {
    path: storage.localPath(file),
    type: media_type,
    etag: file.slice(file.lastIndexOf('/') + 1),
    cached: 'asking',
  });
}

async function requireStream(
  db: Here['db'],
  { audience }: Caller,
  asked: { kind: Kind; trackid: string },
  now: Date,
): Promise<Rendition> {
  const rendition = await findStreamed(db, { ...asked, audience });
  if (!rendition) throw new Refusal('TRACK_NOT_FOUND');
  return allowed(rendition, now);
}

/** @throws TRACK_NOT_FOUND, NOT_FOUND, and what the release refuses */
export async function sendWaveform(
  { db, storage }: Here,
  { caller, params, request, reply }: FileAsked<{ trackid: string; file: string }>,
  now: Date,
): Promise<void> {
  const track = await findWaveform(db, { audience: caller.audience, trackid: params.trackid });
  if (!track) throw new Refusal('TRACK_NOT_FOUND');
  if (params.file !== `${allowed(track, now).waveform_hash}.bin`) throw new Refusal('NOT_FOUND');
  return sendFile(request, reply, {
    path: storage.localPath(`waveforms/${params.file}`),
    type: 'application/octet-stream',
    etag: params.file,
    cached: 'forever',
  });
}
