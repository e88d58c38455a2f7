import type { ReactNode } from 'react';
import { useHeldArrows } from '../platform/leaving.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Notices } from './Notices.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

/** What every screen has, signed in or not: a net below, toasts and the offline banner above. */
export function Root({ children }: { children: ReactNode }) {
  useHeldArrows();
  return (
    <>
      <CrashBoundary>{children}</CrashBoundary>
      <Notices />
      <OfflineBanner />
    </>
  );
}
