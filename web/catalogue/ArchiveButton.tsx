import type { Release } from '@promenade/contract/catalogue';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useText } from '../platform/text.ts';
import { useCachedRelease } from './cacheData.ts';
import { MarkButton, type MarkButtonProps } from './MarkButton.tsx';
import { useMarks } from './marksData.ts';

export function ArchiveButton({ release, ...buttonProps }: MarkButtonProps & { release: Release }) {
  const t = useText();
  const { toggleArchive } = useMarks();
  const { archived, title } = useCachedRelease(release);
  return (
    <MarkButton
      {...buttonProps}
      icon={archived ? ArchiveRestore : Archive}
      isOn={archived}
      word={t('table.archive')}
      label={t('library.archive', { title })}
      tooltip={t(archived ? 'library.restore' : 'library.archive', { title })}
      onClick={() => toggleArchive(release)}
    />
  );
}
