import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { InviteFlow } from './lazyDialogs.ts';

/** Opens the invitation; there only for verified people (A-NETWORK-11). Its word can be hidden, its name stays. */
export function InviteButton({ className }: { className?: string }) {
  const t = useText();
  const account = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (!account?.verified) return null;
  return (
    <>
      <Button
        size="small"
        icon={UserPlus}
        aria-label={t('invite.button')}
        className={className}
        onClick={() => setOpen(true)}
      >
        <span>{t('invite.button')}</span>
      </Button>
      <Suspense fallback={null}>{isOpen && <InviteFlow onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
