import { Checkbox } from '../design/Checkbox.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useChangePush, usePushState } from './pushData.ts';

/** Whether this browser shows notifications of new releases. */
export function PushSettings() {
  const t = useText();
  const { data: state } = usePushState();
  const change = useChangePush();
  if (!state) return null;
  return (
    <section className={styles.panel} aria-labelledby="push">
      <h2 id="push" className={styles.heading}>
        {t('push.title')}
      </h2>
      {state === 'unsupported' || state === 'blocked' ? (
        <p className={styles.hint}>{state === 'blocked' ? t('push.blocked') : t('push.unsupported')}</p>
      ) : (
        <Checkbox
          label={t('push.switch')}
          hint={t('push.hint')}
          checked={change.isPending ? change.variables : state === 'on'}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked, { onError: (failure) => notifyFailure(failure) })}
        />
      )}
    </section>
  );
}
