import type { Release } from '@promenade/contract/catalogue';
import { SmilePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../design/IconButton.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { useText } from '../../platform/text.ts';
import { useCachedRelease } from '../cacheData.ts';
import styles from '../Marks.module.css';
import type { Moment } from './ReactionForm.tsx';
import { useReactions } from './reactionData.ts';

const ReactionDialog = lazyPart(async () => (await import('./ReactionForm.tsx')).ReactionDialog);

interface Props {
  release: Release;
  /** What sounds when the button is pressed. */
  getMoment?: () => Moment | undefined;
}

/** Opens the form of the reaction to a release, and says what was said. */
export function ReactionButton({ release, getMoment }: Props) {
  const { label, hasReaction, open, dialog } = useReactionDialog(release, getMoment);
  return (
    <>
      <IconButton
        icon={SmilePlus}
        iconSize={18}
        label={label}
        aria-haspopup="dialog"
        className={hasReaction ? styles.accent : undefined}
        onClick={open}
      />
      {dialog}
    </>
  );
}

export function useReactionDialog(release: Release, getMoment?: Props['getMoment']) {
  const t = useText();
  const cached = useCachedRelease(release);
  const { react, withdraw } = useReactions();
  const [opened, setOpened] = useState<{ moment: Moment | undefined }>();
  const { releaseid, title, reaction } = cached;
  const label = reaction
    ? t('reaction.said', { title, reaction: t(`reaction.${reaction.kind}`) })
    : t('reaction.react', { title });
  const dialog: ReactNode = opened && (
    <ReactionDialog
      release={cached}
      moment={opened.moment}
      onReact={(next) => react(releaseid, next)}
      onWithdraw={() => withdraw(releaseid)}
      onClose={() => setOpened(undefined)}
    />
  );
  return { label, hasReaction: reaction !== null, open: () => setOpened({ moment: getMoment?.() }), dialog };
}
