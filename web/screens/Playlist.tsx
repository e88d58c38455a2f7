import { useParams } from 'react-router';
import { PlaylistPage } from '../playlists/PlaylistPage.tsx';

/** `/playlists/:playlistid` (requirement C-ROUTE-18). */
export function Playlist() {
  const { playlistid = '' } = useParams();
  return <PlaylistPage key={playlistid} playlistid={playlistid} />;
}
