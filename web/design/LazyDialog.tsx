import { lazy, Suspense } from 'react';
import type { DialogProps } from './Dialog.tsx';

const load = async () => ({ default: (await import('./Dialog.tsx')).Dialog });
const Loaded = lazy(load);

/** Fetches what dialogs need ahead of the first one: when idle, or under a pointer. */
export function prefetchDialog(): void {
  // A failed fetch here is tried again, and told, when the dialog opens.
  void load().catch(() => undefined);
}

/** `Dialog`, fetched with its first use. */
export function LazyDialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
