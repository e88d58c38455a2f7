import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { BYTES_PER_MB } from '@promenade/contract/limits';
import { ArrowDownToLine, Check } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import { Spinner } from '../design/Spinner.tsx';
import { useText } from '../platform/text.ts';
import styles from './Attachments.module.css';
import { type Attachment, useSaveAttachment } from './attachmentData.ts';

/** The files that came with a release; pressing one saves it. */
export function Attachments({ release }: { release: ReleaseDetail }) {
  const t = useText();
  if (release.attachments.length === 0) return <p className={styles.none}>{t('attachments.none')}</p>;
  return (
    <ul className={styles.list}>
      {release.attachments.map((attachment) => (
        <Row key={attachment.url} attachment={attachment} />
      ))}
    </ul>
  );
}

function Row({ attachment }: { attachment: Attachment }) {
  const t = useText();
  const { saving, save } = useSaveAttachment(attachment);
  const isUnderWay = saving === 'waiting' || saving === 'busy';
  return (
    <li>
      <button type="button" className={styles.row} aria-busy={isUnderWay || undefined} onClick={save}>
        {isUnderWay ? (
          <Spinner isWaiting={saving === 'waiting'} />
        ) : (
          <Icon of={saving === 'saved' ? Check : ArrowDownToLine} size={18} />
        )}
        <span className={styles.title}>
          <bdi>{attachment.title}</bdi>
        </span>
        <span className={styles.size}>{t('attachments.size', { megabytes: attachment.size / BYTES_PER_MB })}</span>
      </button>
      <p role="status" className={styles.state} data-failed={saving === 'failed' || undefined}>
        {saving !== 'idle' && t(`attachments.${saving}`)}
      </p>
    </li>
  );
}
