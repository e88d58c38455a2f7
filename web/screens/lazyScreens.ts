import { type ComponentType, lazy } from 'react';

/**
 * A lazy component that renders at once when it was loaded before. For a promise, even a fulfilled one, React commits the
 * fallback, and what follows a fallback no sooner than 300 ms after it.
 */
function lazyLoaded<Props>(importComponent: () => Promise<ComponentType<Props>>) {
  let loaded: { default: ComponentType<Props> } | undefined;
  const load = async () => (loaded = { default: await importComponent() });
  const synchronous = { then: (onFulfilled: (value: typeof loaded) => void) => onFulfilled(loaded) };
  return { load, component: lazy(() => (loaded ? (synchronous as ReturnType<typeof load>) : load())) };
}

const shell = lazyLoaded(async () => (await import('./Shell.tsx')).Shell);
const releases = lazyLoaded(async () => (await import('./Releases.tsx')).Releases);

/** Screens that are loaded on first use: the sign-in page does not need them. */
export const Shell = shell.component;
export const Releases = releases.component;
export const ReleaseInfo = lazy(async () => ({ default: (await import('./ReleaseInfo.tsx')).ReleaseInfo }));
export const Announcements = lazy(async () => ({ default: (await import('./Announcements.tsx')).Announcements }));
export const Search = lazy(async () => ({ default: (await import('./Search.tsx')).Search }));
export const ArtistPage = lazy(async () => ({ default: (await import('./ArtistPages.tsx')).ArtistPage }));
export const LabelPage = lazy(async () => ({ default: (await import('./ArtistPages.tsx')).LabelPage }));
export const Flagged = lazy(async () => ({ default: (await import('../library/FlaggedList.tsx')).FlaggedList }));
export const Archived = lazy(async () => ({ default: (await import('../library/ArchivedList.tsx')).ArchivedList }));
export const RecentlyPlayed = lazy(async () => ({ default: (await import('../library/History.tsx')).History }));
export const Playlists = lazy(async () => ({ default: (await import('../playlists/PlaylistList.tsx')).PlaylistList }));
export const Playlist = lazy(async () => ({ default: (await import('../playlists/PlaylistPage.tsx')).PlaylistPage }));
export const Account = lazy(async () => ({ default: (await import('./Account.tsx')).Account }));
export const LinkRedirect = lazy(async () => ({ default: (await import('./Account.tsx')).LinkRedirect }));
export const NotFound = lazy(async () => ({ default: (await import('./NotFound.tsx')).NotFound }));
export const Outbox = lazy(async () => ({ default: (await import('../operator/Outbox.tsx')).Outbox }));
export const SetPassword = lazy(async () => ({ default: (await import('./SetPassword.tsx')).SetPassword }));
export const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword.tsx')).ForgotPassword }));
export const Verify = lazy(async () => ({ default: (await import('./Verify.tsx')).Verify }));
export const SignUp = lazy(async () => ({ default: (await import('./SignUp.tsx')).SignUp }));
export const Invitation = lazy(async () => ({ default: (await import('./Invitation.tsx')).Invitation }));
export const LinkNote = lazy(async () => ({ default: (await import('./LinkNote.tsx')).LinkNote }));
export const Unsubscribe = lazy(async () => ({ default: (await import('./Unsubscribe.tsx')).Unsubscribe }));
export const SignInLinkForm = lazy(async () => ({
  default: (await import('../access/SignInLinkForm.tsx')).SignInLinkForm,
}));

/** Loads the code of the first signed-in screen. Never rejects: a failure shows when the screen opens. */
export async function prefetchSignedIn(): Promise<void> {
  await Promise.allSettled([shell.load(), releases.load()]);
}
