import { Button } from '../design/Button.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useChangeLabelMails, useLabelMails } from './mailData.ts';

/** Stops mails label by label. Shows nothing until a label has mailed. */
export function LabelMails() {
  const t = useText();
  const { data } = useLabelMails();
  const change = useChangeLabelMails();
  if (!data?.labels.length) return null;
  return (
    <section className={styles.panel} aria-labelledby="label-mails">
      <h2 id="label-mails" className={styles.heading}>
        {t('mailing.title')}
      </h2>
      <ul className={styles.words} aria-labelledby="label-mails">
        {data.labels.map(({ labelid, name, stopped }) => (
          <li key={labelid} className={styles.person}>
            {stopped && <span className={styles.hint}>{t('mailing.label-stopped', { label: name })}</span>}
            <Button
              busy={change.isPending && change.variables.labelid === labelid}
              onClick={() =>
                change.mutate({ labelid, stopped: !stopped }, { onError: (failure) => notifyFailure(failure) })
              }
            >
              {stopped ? t('mailing.undo-label', { label: name }) : t('mailing.stop-label', { label: name })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
