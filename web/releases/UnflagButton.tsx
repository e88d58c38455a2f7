import type { Release } from '@promenade/contract/catalogue';
import { FlagOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useMarks } from './flagData.ts';

interface Props extends Pick<ComponentProps<typeof IconButton>, 'size' | 'tabIndex' | 'className'> {
  release: Release;
}

/** Takes a release from the flagged list: its own flag and those of its tracks. */
export function UnflagButton({ release, ...look }: Props) {
  const t = useText();
  const { unflag } = useMarks();
  return (
    <IconButton
      {...look}
      icon={FlagOff}
      label={t('library.unflag', { title: release.title })}
      onClick={() => unflag(release)}
    />
  );
}
