import { Archive, Disc3, Flag, History, ListMusic } from 'lucide-react';
import { paths } from '../platform/paths.ts';

/** The places of the player in their fixed order; a phone's bar has the first, its account page the others. */
export const places = [
  { to: paths.releases, label: 'shell.releases', icon: Disc3 },
  { to: paths.playlists, label: 'shell.playlists', icon: ListMusic },
  { to: paths.flagged, label: 'shell.flagged', icon: Flag },
  { to: paths.archived, label: 'shell.archived', icon: Archive },
  { to: paths.history, label: 'shell.history', icon: History },
] as const;
