import { lazy, Suspense } from 'react';
import type { DialogProps } from './Dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./Dialog.tsx')).Dialog }));

/** `Dialog`, loaded on first use. */
export function LazyDialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
