import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';

const InviteDialog = lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog);

/** Opens the invitation, for verified accounts (requirement A-NETWORK-11). `className` may hide the text. */
export function InviteButton({ className }: { className?: string }) {
  const t = useText();
  const account = useTokenClaims();
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
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
