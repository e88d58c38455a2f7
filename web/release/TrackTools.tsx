import type { Track } from '@promenade/contract/catalogue';
import { DownloadTrack } from '../downloads/DownloadTrack.tsx';
import { useIsMobile } from '../platform/mobile.ts';
import { AddToPlaylist } from '../playlists/AddToPlaylist.tsx';
import { trackName } from '../releases/trackName.ts';
import { TrackMenu } from './TrackMenu.tsx';

/** Where a track can go from its row: into a playlist, or home; on a phone, and the sound of a video, behind one button. */
export function TrackTools({ track }: { track: Track }) {
  const isVideo = track.assettype === 'video';
  if (useIsMobile()) return <TrackMenu track={track} />;
  return (
    <>
      {!isVideo && <AddToPlaylist title={trackName(track)} tracks={[track]} />}
      <DownloadTrack track={track} />
      {isVideo && <TrackMenu track={track} />}
    </>
  );
}
