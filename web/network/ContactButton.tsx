import type { Release } from '@promenade/contract/catalogue';
import { MessageSquareText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { noteContact } from './data.ts';
import { ContactDialog } from './lazyDialogs.ts';

/** Writes to the label of a release; there only where the release takes requests (A-CONTACT-01). */
export function ContactButton({ release }: { release: Release }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!release.commenting_enabled) return null;
  function open() {
    setOpen(true);
    // Counting is the label's wish, not the player's: nobody hears of a failure.
    noteContact(release.releaseid).catch(() => undefined);
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
