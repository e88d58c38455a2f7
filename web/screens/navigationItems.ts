import type { Counts } from '@promenade/contract/counts';
import { Archive, Disc3, Flag, History, LibraryBig, ListMusic } from 'lucide-react';
import { paths } from '../platform/paths.ts';

/** `name` is the field of `Counts`. On a phone the header has the first item and the account page the others. */
export const navigationItems = [
  { name: 'releases', to: paths.releases, label: 'shell.releases', icon: Disc3 },
  { name: 'playlists', to: paths.playlists, label: 'shell.playlists', icon: ListMusic },
  { name: 'flagged', to: paths.flagged, label: 'shell.flagged', icon: Flag },
  { name: 'archived', to: paths.archived, label: 'shell.archived', icon: Archive },
  { name: 'history', to: paths.history, label: 'shell.history', icon: History },
] as const;

const shelfItem = { name: undefined, to: paths.shelf, label: 'shell.shelf', icon: LibraryBig } as const;

/** With the shelf for who shares it. */
export const listNavigationItems = (counts: Counts | undefined) =>
  counts?.hasshelf ? [...navigationItems, shelfItem] : navigationItems;
