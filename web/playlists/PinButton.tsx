import type { Playlist } from '@promenade/contract/playlists';
import { Star } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { usePlaylistChanges } from './changesData.ts';
import { tellFailure } from './failed.ts';

/** The star of a playlist: those with one come first in the order of that name (C-PLAYLIST-20). */
export function PinButton({ playlist }: { playlist: Playlist }) {
  const t = useText();
  const { pin } = usePlaylistChanges();
  const { name, pinned } = playlist;
  return (
    <IconButton
      icon={Star}
      filled={pinned}
      pressed={pinned}
      label={t('playlist.star', { name })}
      onClick={() => void pin(playlist).catch((failure: unknown) => tellFailure(t, failure))}
    />
  );
}
