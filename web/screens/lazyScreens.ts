import { type ComponentType, createElement, lazy, useState } from 'react';

const pick =
  <Name extends string>(name: Name) =>
  <Component>(module: Record<Name, Component>) => ({ default: module[name] });

/**
 * A lazy component that renders at once when it was loaded before. For a promise, even a fulfilled one, React commits the
 * fallback, and what follows a fallback no sooner than 300 ms after it.
 */
function lazyLoaded<Props extends object>(importComponent: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  const load = async () => {
    Loaded = await importComponent();
    return { default: Loaded };
  };
  const Lazy = lazy(load) as ComponentType<Props>;
  const Component = (props: Props) => createElement(useState(() => Loaded ?? Lazy)[0], props);
  return { load, Component };
}

const shell = lazyLoaded(async () => (await import('./Shell.tsx')).Shell);
const releases = lazyLoaded(async () => (await import('./Releases.tsx')).Releases);

/** Screens that are loaded on first use: the sign-in page does not need them. */
export const Shell = shell.Component;
export const Releases = releases.Component;
export const ReleaseInfo = lazy(() => import('./ReleaseInfo.tsx').then(pick('ReleaseInfo')));
export const Announcements = lazy(() => import('./Announcements.tsx').then(pick('Announcements')));
export const Search = lazy(() => import('./Search.tsx').then(pick('Search')));
export const ArtistPage = lazy(() => import('./ArtistPages.tsx').then(pick('ArtistPage')));
export const LabelPage = lazy(() => import('./ArtistPages.tsx').then(pick('LabelPage')));
export const Flagged = lazy(() => import('../library/FlaggedList.tsx').then(pick('FlaggedList')));
export const Archived = lazy(() => import('../library/ArchivedList.tsx').then(pick('ArchivedList')));
export const RecentlyPlayed = lazy(() => import('../library/History.tsx').then(pick('History')));
export const Shelf = lazy(() => import('../shelf/Shelf.tsx').then(pick('Shelf')));
export const Desk = lazy(() => import('./Desk.tsx').then(pick('Desk')));
export const Playlists = lazy(() => import('../playlists/PlaylistList.tsx').then(pick('PlaylistList')));
export const Playlist = lazy(() => import('../playlists/PlaylistPage.tsx').then(pick('PlaylistPage')));
export const Account = lazy(() => import('./Account.tsx').then(pick('Account')));
export const LinkRedirect = lazy(() => import('./Account.tsx').then(pick('LinkRedirect')));
export const NotFound = lazy(() => import('./NotFound.tsx').then(pick('NotFound')));
export const OperatorConsole = lazy(() => import('./OperatorConsole.tsx').then(pick('OperatorConsole')));
export const Console = lazy(() => import('./Console.tsx').then(pick('Console')));
export const SetPassword = lazy(() => import('./SetPassword.tsx').then(pick('SetPassword')));
export const ForgotPassword = lazy(() => import('./ForgotPassword.tsx').then(pick('ForgotPassword')));
export const Verify = lazy(() => import('./Verify.tsx').then(pick('Verify')));
export const SignUp = lazy(() => import('./SignUp.tsx').then(pick('SignUp')));
export const Invitation = lazy(() => import('./Invitation.tsx').then(pick('Invitation')));
export const LinkNote = lazy(() => import('./LinkNote.tsx').then(pick('LinkNote')));
export const Unsubscribe = lazy(() => import('./Unsubscribe.tsx').then(pick('Unsubscribe')));
export const SignInLinkForm = lazy(() => import('../access/SignInLinkForm.tsx').then(pick('SignInLinkForm')));

/** Loads the code of the first signed-in screen. Never rejects: a failure shows when the screen opens. */
export async function prefetchSignedIn(): Promise<void> {
  await Promise.allSettled([shell.load(), releases.load()]);
}
