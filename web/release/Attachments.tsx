import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { BYTES_PER_MB } from '@promenade/contract/limits';
import { ArrowDownToLine, Check } from 'lucide-react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { Spinner } from '../design/Loading.tsx';
import { useText } from '../platform/text.ts';
import styles from './Attachments.module.css';
import { type Attachment, useSaveAttachment } from './attachmentData.ts';

export function Attachments({ release }: { release: ReleaseDetail }) {
  const t = useText();
  if (release.attachments.length === 0) return <p className={styles.none}>{t('attachments.none')}</p>;
  return (
    <ul className={styles.list}>
      {release.attachments.map((attachment) => (
        <AttachmentRow key={attachment.url} attachment={attachment} />
      ))}
    </ul>
  );
}

function AttachmentRow({ attachment }: { attachment: Attachment }) {
  const t = useText();
  const { state, save } = useSaveAttachment(attachment);
  const isPending = state === 'waiting' || state === 'busy';
  return (
    <li>
      <button type="button" className={styles.row} aria-busy={isPending || undefined} onClick={save}>
        {isPending ? (
          <Spinner isWaiting={state === 'waiting'} />
        ) : (
          <Icon icon={state === 'saved' ? Check : ArrowDownToLine} size={18} />
        )}
        <span className={classNames('ellipsis', styles.title)}>
          <bdi>{attachment.title}</bdi>
        </span>
        <span className={styles.size}>{t('attachments.size', { megabytes: attachment.size / BYTES_PER_MB })}</span>
      </button>
      <p role="status" className={styles.state} data-failed={state === 'failed' || undefined}>
        {state !== 'idle' && t(`attachments.${state}`)}
      </p>
    </li>
  );
}
