import type { Release } from '@promenade/contract/catalogue';
import { Forward } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** For verified accounts and releases that may be shared (requirements A-NETWORK-37, C-ROLE-04). */
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
