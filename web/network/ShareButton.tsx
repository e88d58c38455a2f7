import type { Release } from '@promenade/contract/catalogue';
import { Forward } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { ShareDialog } from './lazyDialogs.ts';

/** Passes a release on; there only for verified people and what may be shared (A-NETWORK-37, C-ROLE-04). */
export function ShareButton({ release }: { release: Release }) {
  const t = useText();
  const account = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (!account?.verified || !release.allow_sharing) return null;
  return (
    <>
      <IconButton icon={Forward} label={t('share-release.button')} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{isOpen && <ShareDialog release={release} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
