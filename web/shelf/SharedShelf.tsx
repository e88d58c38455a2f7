import { useId } from 'react';
import { Link } from 'react-router';
import { Button } from '../design/Button.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useMembership, useShareShelf } from './data.ts';
import styles from './Shelf.module.css';

/** Says who sees what this person gives to the shelf of the company, and turns it on and off. */
export function SharedShelf() {
  const t = useText();
  const id = useId();
  const { data: membership } = useMembership();
  const share = useShareShelf();
  if (!membership) return null;
  const { company, ison, people } = membership;
  const names = people.map(({ name }) => name).join(', ');
  const state = ison
    ? names === ''
      ? t('shelf.on-alone', { company })
      : t('shelf.on', { company, names })
    : company === ''
      ? t('shelf.no-company')
      : t('shelf.off', { company });
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('shelf.setting-title')}
      </h2>
      <p>{state}</p>
      <p className={styles.hint}>{t('shelf.what')}</p>
      {company !== '' && (
        <div className={styles.buttons}>
          <Button
            busy={share.isPending}
            onClick={() => share.mutate(!ison, { onError: (failure) => notifyFailure(failure) })}
          >
            {t(ison ? 'shelf.stop' : 'shelf.share')}
          </Button>
          {ison && <Link to={paths.shelf}>{t('shelf.open')}</Link>}
        </div>
      )}
    </section>
  );
}
