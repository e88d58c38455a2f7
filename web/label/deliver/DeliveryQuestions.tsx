import type { CheckedRelease, LabelDelivery } from '@promenade/contract/uploads';
import { Link } from 'react-router';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import { CheckedChanges } from './CheckedChanges.tsx';
import styles from './Deliveries.module.css';
import { discard } from './uploadQueue.ts';
import { importFiles } from './uploadsData.ts';

interface SendProps {
  text: string;
  isPrimary?: boolean;
  send: () => Promise<unknown>;
}

export function SendButton({ text, isPrimary = false, send }: SendProps) {
  const { submit, isBusy } = useSubmit({ send: () => send().catch(notifyFailure) });
  return (
    <Button size="small" variant={isPrimary ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void submit()}>
      {text}
    </Button>
  );
}

/** What an import would do with a release, in the words of the command. */
export function CheckResult({ release }: { release: CheckedRelease }) {
  const t = useText();
  const { result, title, artist, releaseid, tracklist, changes } = release;
  return (
    <section className={styles.check}>
      <h3>
        {t(`deliver.${RESULTS[result]}`)}: {releaseid ? <Link to={releaseEditorPath(releaseid)}>{title}</Link> : title}
      </h3>
      <p className={styles.quiet}>{artist}</p>
      <ol className={styles.tracklist}>
        {tracklist.map(({ file, title, version, isrc }) => (
          <li key={file}>
            {version ? `${title} (${version})` : title} · {isrc ?? t('deliver.no-isrc')} · <bdi>{file}</bdi>
          </li>
        ))}
      </ol>
      {changes && <CheckedChanges changes={changes} />}
    </section>
  );
}
const RESULTS = { 'would create': 'would-create', 'would update': 'would-update', unchanged: 'unchanged' } as const;

interface TwinProps {
  deliveryid: string;
  twin: { releaseid: string; title: string };
  mayEdit: boolean;
}

export function TwinQuestion({ deliveryid, twin, mayEdit }: TwinProps) {
  const t = useText();
  return (
    <div role="group" aria-label={t('deliver.twin-title')} className={styles.twin}>
      <p>
        {t('deliver.twin')} <Link to={releaseEditorPath(twin.releaseid)}>{twin.title}</Link>
      </p>
      {mayEdit && (
        <div className={styles.actions}>
          <SendButton text={t('deliver.replace')} send={() => importFiles(deliveryid, { twins: 'replace' })} />
          <SendButton text={t('deliver.keep-both')} send={() => importFiles(deliveryid, { twins: 'new' })} />
        </div>
      )}
    </div>
  );
}

interface FewerProps {
  deliveryid: string;
  fewer: NonNullable<LabelDelivery['fewer']>;
  mayEdit: boolean;
}

/** What it means that a delivery holds fewer tracks than its release. */
export function FewerQuestion({ deliveryid, fewer: { delivered, tracks }, mayEdit }: FewerProps) {
  const t = useText();
  return (
    <div role="group" aria-label={t('deliver.fewer-title')} className={styles.twin}>
      <p>
        {t('deliver.fewer', {
          tracks: t('deliver.tracks', { count: tracks }),
          delivered: t('deliver.tracks', { count: delivered }),
        })}
      </p>
      <p className={styles.quiet}>{t('deliver.removed-hint')}</p>
      {mayEdit && (
        <div className={styles.actions}>
          <SendButton
            text={t('deliver.exchange', { count: delivered })}
            send={() => importFiles(deliveryid, { fewer: 'exchange' })}
            isPrimary
          />
          <SendButton
            text={t('deliver.from-now-on', { count: delivered })}
            send={() => importFiles(deliveryid, { fewer: 'remove' })}
          />
        </div>
      )}
    </div>
  );
}

export function DiscardQuestion({ delivery, onClose }: { delivery: LabelDelivery; onClose: () => void }) {
  const t = useText();
  const { submit, isBusy } = useSubmit({
    send: async () => {
      await discard(delivery.deliveryid).catch(notifyFailure);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('deliver.discard-title', { name: delivery.name })}
      message={t('deliver.discard-message', { count: delivery.files.filter(({ received }) => received > 0).length })}
      confirmLabel={t('deliver.discard-confirm')}
      cancelLabel={t('common.cancel')}
      busy={isBusy}
      onConfirm={() => void submit()}
      onCancel={onClose}
    />
  );
}
