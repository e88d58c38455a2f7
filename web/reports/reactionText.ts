import type { Reach } from '@promenade/contract/reports';
import { formatDuration } from '../catalogue/format.ts';
import type { Translate } from '../platform/text.ts';

/** What a person said of a release, with the note and the moment that it is about. */
export function formatReaction(t: Translate, { kind, version, note, second }: NonNullable<Reach['reaction']>): string {
  const reaction = kind === 'version' && version ? t('reaction.version-named', { version }) : t(`reaction.${kind}`);
  if (!note) return reaction;
  if (second === null) return t('reaction.with-note', { reaction, note });
  return t('reaction.with-note-at', { reaction, note, at: formatDuration(second) });
}
