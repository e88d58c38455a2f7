import type { Release } from '@promenade/contract/catalogue';
import { Archive, ArchiveRestore } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useCachedRelease } from './cacheData.ts';
import { useMarks } from './marksData.ts';

interface Props extends Pick<ComponentProps<typeof IconButton>, 'variant' | 'size' | 'tabIndex' | 'className'> {
  release: Release;
}

export function ArchiveButton({ release, ...buttonProps }: Props) {
  const t = useText();
  const { toggleArchive } = useMarks();
  const { archived, title } = useCachedRelease(release);
  return (
    <IconButton
      {...buttonProps}
      icon={archived ? ArchiveRestore : Archive}
      label={t(archived ? 'library.restore' : 'library.archive', { title })}
      onClick={() => toggleArchive(release)}
    />
  );
}
