import { lazy } from 'react';

const shell = () => import('./Shell.tsx');
const releases = () => import('./Releases.tsx');
const releaseInfo = () => import('./ReleaseInfo.tsx');

/** Each screen that the sign-in page does not need comes with its first use. */
export const Shell = lazy(async () => ({ default: (await shell()).Shell }));
export const Releases = lazy(async () => ({ default: (await releases()).Releases }));
export const ReleaseInfo = lazy(async () => ({ default: (await releaseInfo()).ReleaseInfo }));
export const Search = lazy(async () => ({ default: (await import('./Search.tsx')).Search }));
export const Flagged = lazy(async () => ({ default: (await import('./Flagged.tsx')).Flagged }));
export const Archived = lazy(async () => ({ default: (await import('./Archived.tsx')).Archived }));
export const RecentlyPlayed = lazy(async () => ({ default: (await import('./RecentlyPlayed.tsx')).RecentlyPlayed }));
export const Playlists = lazy(async () => ({ default: (await import('./Playlists.tsx')).Playlists }));
export const Playlist = lazy(async () => ({ default: (await import('./Playlist.tsx')).Playlist }));
export const Account = lazy(async () => ({ default: (await import('./Account.tsx')).Account }));
export const LinkRedirect = lazy(async () => ({ default: (await import('./Account.tsx')).LinkRedirect }));
export const NotFound = lazy(async () => ({ default: (await import('./NotFound.tsx')).NotFound }));
export const Outbox = lazy(async () => ({ default: (await import('./Outbox.tsx')).Outbox }));
export const SetPassword = lazy(async () => ({ default: (await import('./SetPassword.tsx')).SetPassword }));
export const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword.tsx')).ForgotPassword }));
export const Verify = lazy(async () => ({ default: (await import('./Verify.tsx')).Verify }));
export const SignUp = lazy(async () => ({ default: (await import('./SignUp.tsx')).SignUp }));
export const Unsubscribe = lazy(async () => ({ default: (await import('./Unsubscribe.tsx')).Unsubscribe }));
export const SignInLinkForm = lazy(async () => ({
  default: (await import('../access/SignInLinkForm.tsx')).SignInLinkForm,
}));

/** Fetches what a signed-in person sees first. Never rejects: a screen that is missing tells so when it is shown. */
export async function prefetchSignedIn(): Promise<void> {
  await Promise.allSettled([shell(), releases()]);
}
