import type { Release } from '@promenade/contract/catalogue';
import { Forward, MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { sendContactOpened } from './data.ts';

const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ContactDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** Opens the message to the label, if the release accepts contact requests (requirement A-CONTACT-01). */
export function ContactButton({ release }: { release: Release }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!release.commenting_enabled) return null;
  function open() {
    setOpen(true);
    // Only a statistic for the label: a failure is ignored.
    sendContactOpened(release.releaseid).catch(() => undefined);
  }
  return (
    <>
      <IconButton icon={MessageSquareText} label={t('contact.button')} onClick={open} />
      <Suspense fallback={null}>
        {isOpen && <ContactDialog release={release} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

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
