import { Link } from 'react-router';
import { buttonClass } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { paths } from '../platform/paths.ts';
import { type TextKey, useText } from '../platform/text.ts';

/** Explains how releases get into an empty list, with a link to the gallery. */
export function EmptyLibraryList({ title, hint }: { title: TextKey; hint: TextKey }) {
  const t = useText();
  return (
    <EmptyState title={t(title)} hint={t(hint)}>
      <Link to={paths.releases} className={buttonClass({})}>
        {t('library.to-releases')}
      </Link>
    </EmptyState>
  );
}
