import { Archive, Disc3, Flag, History, ListMusic } from 'lucide-react';
import { paths } from '../platform/paths.ts';

/** On a phone the header has the first item and the account page the others. */
export const navigationItems = [
  { to: paths.releases, label: 'shell.releases', icon: Disc3 },
  { to: paths.playlists, label: 'shell.playlists', icon: ListMusic },
  { to: paths.flagged, label: 'shell.flagged', icon: Flag },
  { to: paths.archived, label: 'shell.archived', icon: Archive },
  { to: paths.history, label: 'shell.history', icon: History },
] as const;
