import type { Release } from '@promenade/contract/catalogue';
import { lazy, Suspense } from 'react';

const SelectionLayer = lazy(async () => ({ default: (await import('./SelectionLayer.tsx')).SelectionLayer }));

/** `SelectionLayer`, loaded after the list that it is for. */
export function ListSelection({ releases }: { releases: readonly Release[] }) {
  return (
    <Suspense fallback={null}>
      <SelectionLayer releases={releases} />
    </Suspense>
  );
}
