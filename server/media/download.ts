import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { VideoFormat } from '@promenade/contract/downloads';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Part } from '../platform/http/parts.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileAsked } from '../platform/http/sendFile.ts';
import { sendTaken } from './ledger.ts';
import { downloadsAllowed, fileNameOf, findTracksToTake, trackParts } from './takeHome.ts';
import type { TrackToTake } from './takeHomeQueries.ts';

type Here = Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>;
type Asked = FileAsked<{ id: string }> & { query: { format: VideoFormat } };

/**
 * A track to be saved: its sound with what is known of it written in, or a video as it was delivered.
 * @throws DOWNLOADS_OFF, TRACK_NOT_FOUND, STREAM_ONLY, FORMAT_NOT_AVAILABLE, NOT_FOUND when files are missing,
 * RANGE_NOT_SATISFIABLE, and what the release refuses
 */
export async function sendDownload(here: Here, asked: Asked, assettype: TrackToTake['assettype']): Promise<void> {
  const { caller, params, query } = asked;
  const { format } = query;
  const track = await findFree(here, caller, { trackid: params.id, assettype });
  const { media_type, file } = rendition(track, format);
  const parts = format === 'mp4' ? asDelivered(here, track) : await trackParts(here, track, format);
  const ending = format === 'mp4' ? extname(file).slice(1) : format;
  await sendTaken(here, asked, {
    name: fileNameOf(track, ending),
    parts,
    type: media_type,
    etag: etagOf(parts),
    tracks: [track],
    format,
  });
}

async function findFree(
  { db, config, now }: Here,
  caller: Caller,
  { trackid, assettype }: Pick<TrackToTake, 'trackid' | 'assettype'>,
): Promise<TrackToTake> {
  downloadsAllowed(config);
  const [track] = await findTracksToTake(db, { caller, trackid }, now());
  if (track?.assettype !== assettype) throw new Refusal('TRACK_NOT_FOUND');
  if (!track.candownload) throw new Refusal('STREAM_ONLY');
  return track;
}

function rendition({ renditions }: TrackToTake, format: VideoFormat) {
  const found = renditions[format === 'mp4' ? 'video' : format];
  if (!found) throw new Refusal('FORMAT_NOT_AVAILABLE');
  return found;
}

function asDelivered({ storage }: Here, track: TrackToTake): Part[] {
  const { file, bytes, crc32 } = rendition(track, 'mp4');
  return [{ path: storage.localPath(file), start: 0, bytes, crc32 }];
}

/** The same on every node and after a restart: names of stored files are their content. */
function etagOf(parts: Part[]): string {
  const hash = createHash('sha256');
  for (const part of parts)
    hash.update(Buffer.isBuffer(part) ? part : `${basename(part.path)} ${part.start} ${part.bytes}\n`);
  return hash.digest('hex');
}
