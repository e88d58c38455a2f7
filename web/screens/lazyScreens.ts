import { lazy } from 'react';

const shell = () => import('./Shell.tsx');
const releases = () => import('./Releases.tsx');
const releaseInfo = () => import('./ReleaseInfo.tsx');

/** Each screen that the sign-in page does not need comes with its first use. */
export const Shell = lazy(async () => ({ default: (await shell()).Shell }));
export const Releases = lazy(async () => ({ default: (await releases()).Releases }));
export const ReleaseInfo = lazy(async () => ({ default: (await releaseInfo()).ReleaseInfo }));
export const NotFound = lazy(async () => ({ default: (await import('./NotFound.tsx')).NotFound }));
export const SetPassword = lazy(async () => ({ default: (await import('./SetPassword.tsx')).SetPassword }));

/** Fetches what a signed-in person sees first. Never rejects: a screen that is missing tells so when it is shown. */
export async function prefetchSignedIn(): Promise<void> {
  await Promise.allSettled([shell(), releases()]);
}
