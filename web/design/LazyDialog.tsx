import { lazy, Suspense } from 'react';
import type { DialogProps } from './Dialog.tsx';

const load = async () => ({ default: (await import('./Dialog.tsx')).Dialog });
const Dialog = lazy(load);

/** Loads the code of `Dialog` before it is needed. A failure is ignored: opening the dialog tries again. */
export function prefetchDialog(): void {
  void load().catch(() => undefined);
}

/** `Dialog`, loaded on first use. */
export function LazyDialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
