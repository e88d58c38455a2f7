import { MEDIA_TOKEN_SECONDS } from '@promenade/contract/limits';
import { isAccessible, requireAccess } from '../catalogue/requireRelease.ts';
import { isStaffOf } from '../catalogue/staffReleaseQueries.ts';
import { requireSeen } from '../catalogue/staffReleases.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller, MediaCaller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendFile, sendParts } from '../platform/http/sendFile.ts';
import { MediaToken, signToken } from '../platform/http/tokens.ts';
import { DAY_MS } from '../platform/process/days.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { findOpenTaking } from './ledgerQueries.ts';
import { findStreamFile, findWaveform } from './queries.ts';
import { etagOfCopy, findSoundCopy, isPair } from './soundCopy.ts';
import { createTaking } from './taking.ts';

type TrackKind = 'audio' | 'video';

type Context = Pick<AppContext, 'db' | 'secrets' | 'now'>;

/** Creates a token for the stream, the preview or the download of a track. Staff without access to it get a preview. */
export async function createMediaToken(
  context: Context,
  caller: Caller,
  { kind, id, purpose }: { kind: TrackKind; id: string; purpose: 'stream' | 'download' | 'preview' },
): Promise<{ data: { token: string } }> {
  const { db, now } = context;
  const track = await findStreamFile(db, { audience: caller.audience, kind, trackid: id });
  const isOpen = purpose !== 'preview' && track !== undefined && isAccessible(track, now());
  const isPreview = !isOpen && purpose !== 'download' && track !== undefined && (await isStaffOf(db, caller, track.id));
  const { file } = isPreview ? track : requireAccess(track, now(), 'TRACK_NOT_FOUND');
  const token =
    purpose === 'download'
      ? await signDownloadToken(context, caller, { object: `${kind}-download`, id })
      : await signMediaToken(context, caller, { obj: `${kind}:${id}`, file, ...(isPreview && { pre: true }) });
  return { data: { token } };
}

/** An interrupted download can be resumed with the token of another day. */
const RESUMABLE_MS = 7 * DAY_MS;

/** Signs a token for a file that is taken home, with a taking of its own; one that is not complete goes on. */
export async function signDownloadToken(
  context: Context,
  caller: Caller,
  { object, id }: { object: string; id: string },
): Promise<string> {
  const since = new Date(context.now().getTime() - RESUMABLE_MS);
  const { accountid } = caller;
  const taking = (await findOpenTaking(context.db, { accountid, objectid: id, since })) ?? createTaking();
  return signMediaToken(context, caller, { obj: `${object}:${id}`, tak: taking.toString('base64url') });
}

/** Signs a token for one object (such as `zip:<releaseid>`), valid for six hours while the session exists. */
function signMediaToken(
  { secrets, now }: Context,
  { sessionid, playerid }: Pick<Caller, 'sessionid' | 'playerid'>,
  claims: { obj: string; tak?: string; file?: string; pre?: true },
): Promise<string> {
  const expires = new Date(now().getTime() + MEDIA_TOKEN_SECONDS * 1000);
  return signToken(secrets, MediaToken, { sid: sessionid, sub: playerid, ...claims }, expires);
}

/**
 * Sends the sound that the token was made for, although the track was delivered again: a browser joins what it has with
 * what comes. A request from the beginning is refused, so that the next play gets a new token.
 */
export async function sendStream(
  { db, storage, now, ledger }: Pick<AppContext, 'db' | 'storage' | 'now'> & { ledger: Ledger },
  { caller, params, request, reply }: FileRequest<{ id: string }> & { caller: MediaCaller },
  kind: TrackKind,
): Promise<void> {
  const { id: trackid } = params;
  const found = await findStreamFile(db, { audience: caller.audience, kind, trackid });
  const isPreview = caller.isPreview && found !== undefined && (await isStaffOf(db, caller, found.id));
  const track = isPreview ? found : requireAccess(found, now(), 'TRACK_NOT_FOUND');
  const key = caller.file ?? track.file;
  const isReplaced = key !== track.file;
  // A token from before the sound was marked.
  if (isReplaced && kind === 'audio' && track.mark && !isPair(key)) throw new Refusal('TRACK_REPLACED');
  if (isReplaced && !/^bytes=[1-9]/.test(request.headers.range ?? '')) throw new Refusal('TRACK_REPLACED');
  const { file, bytes, media_type, releaseid } = isReplaced ? { ...track, file: key, bytes: null } : track;
  const entry: LedgerEntry = {
    purpose: 'stream',
    object: { kind: 'track', id: trackid },
    tracks: [{ trackid, releaseid }],
    format: kind === 'audio' ? 'mp3' : 'mp4',
  };
  const recordTransfer = isPreview ? undefined : ledger.record({ caller, request }, entry);
  const response = { type: media_type, cache: 'revalidate' } as const;
  if (isPair(file)) {
    const { copy } = await findSoundCopy({ db, now }, caller, file);
    return sendParts(storage, request, reply, { ...response, etag: etagOfCopy(copy), parts: [copy] }, recordTransfer);
  }
  const plain = { ...response, key: file, bytes, etag: file.slice(file.lastIndexOf('/') + 1) };
  return sendFile(storage, request, reply, plain, recordTransfer);
}

export async function sendWaveform(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  { caller, params, request, reply }: FileRequest<{ trackid: string; file: string }>,
): Promise<void> {
  const track = await findWaveform(db, { audience: caller.audience, trackid: params.trackid });
  const { waveform_hash, bytes } = await requireSeen(db, caller, track, now(), 'TRACK_NOT_FOUND');
  if (params.file !== `${waveform_hash}.bin`) throw new Refusal('NOT_FOUND');
  return sendFile(storage, request, reply, {
    key: `waveforms/${params.file}`,
    bytes,
    type: 'application/octet-stream',
    etag: params.file,
    cache: 'immutable',
  });
}
