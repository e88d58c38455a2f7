import type { Release } from '@promenade/contract/catalogue';
import { Flag } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useMarks } from './flagData.ts';
import { useMarked } from './heldData.ts';

interface Props extends Pick<ComponentProps<typeof IconButton>, 'look' | 'size' | 'tabIndex' | 'className'> {
  release: Release;
}

/** Keeps a release for later; not while it is archived (C-FLAG-07). */
export function FlagButton({ release, ...look }: Props) {
  const t = useText();
  const { flag } = useMarks();
  const { flagged, archived, title } = useMarked(release);
  return (
    <IconButton
      {...look}
      icon={Flag}
      filled={flagged}
      pressed={flagged}
      label={t('library.flag', { title })}
      disabled={archived}
      onClick={() => flag(release)}
    />
  );
}
