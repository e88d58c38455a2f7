import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { lazy, Suspense } from 'react';
import { useBelow } from '../platform/windowWidth.ts';

const ListLinkRow = lazy(async () => ({ default: (await import('./ListLinkRow.tsx')).ListLinkRow }));
/** Height of the row, reserved while its code loads. */
const ROW_PX = 44;

/** On phones: links to all lists, below the title of each of them (requirements decision 28). */
export function ListLinks() {
  return (
    useBelow(MOBILE_BELOW_PX) && (
      <Suspense fallback={<div style={{ width: '100%', height: ROW_PX }} />}>
        <ListLinkRow />
      </Suspense>
    )
  );
}
