import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { PlaylistList } from '../playlists/PlaylistList.tsx';

/** `/playlists` (requirement C-ROUTE-17). */
export function Playlists() {
  const t = useText();
  useTitle(t('playlist.title'), false);
  return <PlaylistList />;
}
