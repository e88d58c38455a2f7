import type { Release } from '@promenade/contract/catalogue';
import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { sendContactOpened } from './data.ts';

const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ContactDialog }));

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
