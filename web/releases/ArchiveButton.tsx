import type { Release } from '@promenade/contract/catalogue';
import { Archive, ArchiveRestore } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { useMarks } from './flagData.ts';
import { useMarked } from './heldData.ts';

interface Props extends Pick<ComponentProps<typeof IconButton>, 'look' | 'size' | 'tabIndex' | 'className'> {
  release: Release;
}

/** Puts a release away, or back into the gallery. */
export function ArchiveButton({ release, ...look }: Props) {
  const t = useText();
  const { archive } = useMarks();
  const { archived, title } = useMarked(release);
  return (
    <IconButton
      {...look}
      icon={archived ? ArchiveRestore : Archive}
      label={t(archived ? 'library.restore' : 'library.archive', { title })}
      onClick={() => archive(release)}
    />
  );
}
