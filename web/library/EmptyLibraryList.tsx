import { Link } from 'react-router';
import { looks } from '../design/Button.tsx';
import { Nothing } from '../design/Nothing.tsx';
import { paths } from '../platform/paths.ts';
import { type TextKey, useText } from '../platform/text.ts';

/** An empty list says how things get there. */
export function NothingYet({ title, hint }: { title: TextKey; hint: TextKey }) {
  const t = useText();
  return (
    <Nothing title={t(title)} hint={t(hint)}>
      <Link to={paths.releases} className={looks({})}>
        {t('library.to-releases')}
      </Link>
    </Nothing>
  );
}
