import type { Release } from '@promenade/contract/catalogue';
import { Forward, type LucideIcon, MessageSquareText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { sendContactOpened } from './data.ts';

const ContactDialog = lazyPart(async () => (await import('./ContactDialog.tsx')).ContactDialog);
const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog);

interface NetworkAction {
  id: 'share' | 'contact';
  icon: LucideIcon;
  label: string;
  onAction: () => void;
}

/**
 * What passes a release on or asks about it, as far as the account and the release allow it, and the open dialog. Releases
 * are shared by verified accounts (requirements A-NETWORK-37, A-CONTACT-01, C-ROLE-04).
 */
export function useNetworkActions(release: Release): { actions: NetworkAction[]; dialog: ReactNode } {
  const t = useText();
  const account = useTokenClaims();
  const [open, setOpen] = useState<NetworkAction['id']>();
  const share: NetworkAction = {
    id: 'share',
    icon: Forward,
    label: t('share-release.button'),
    onAction: () => setOpen('share'),
  };
  const contact: NetworkAction = {
    id: 'contact',
    icon: MessageSquareText,
    label: t('contact.button'),
    onAction: () => {
      setOpen('contact');
      // Only a statistic for the label: a failure is ignored.
      sendContactOpened(release.releaseid).catch(() => undefined);
    },
  };
  const Dialog = open === 'share' ? ShareDialog : ContactDialog;
  return {
    actions: [
      ...(account?.verified && release.allow_sharing ? [share] : []),
      ...(release.commenting_enabled ? [contact] : []),
    ],
    dialog: open && <Dialog release={release} onClose={() => setOpen(undefined)} />,
  };
}

export function NetworkButtons({ release }: { release: Release }) {
  const { actions, dialog } = useNetworkActions(release);
  return (
    <>
      {actions.map(({ id, icon, label, onAction }) => (
        <IconButton key={id} icon={icon} label={label} onClick={onAction} />
      ))}
      {dialog}
    </>
  );
}
