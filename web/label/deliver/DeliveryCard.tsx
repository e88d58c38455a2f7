import type { LabelDelivery } from '@promenade/contract/uploads';
import { Pause, Play, Trash2, X } from 'lucide-react';
import { Fragment, memo, useState } from 'react';
import { Link } from 'react-router';
import { FileButtons } from '../../console/FileButton.tsx';
import { buttonClass } from '../../design/Button.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { formatSize } from '../../downloads/bundle.ts';
import { formatLongDate } from '../../platform/format.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { getLanguage, type Translate, useText } from '../../platform/text.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import styles from './Deliveries.module.css';
import { CheckResult, DiscardQuestion, FewerQuestion, SendButton, TwinQuestion } from './DeliveryQuestions.tsx';
import {
  continueDelivery,
  continueUpload,
  forget,
  isElsewhere,
  pauseDelivery,
  pauseUpload,
  removeFile,
  uploadFiles,
} from './uploadQueue.ts';
import {
  type DeliveryUploads,
  type FileLine,
  getSecondsLeft,
  isAllIn,
  listFiles,
  listSentences,
  sumOf,
} from './uploads.ts';
import { checkFiles, importFiles } from './uploadsData.ts';

/** A longer list is opened by a press. */
const OPEN_MAX = 12;
/** Files that one note names. */
const NAMED_MAX = 5;
/** Screen readers are told a quarter at a time. */
const SAID_PERCENT = 25;

interface Props {
  delivery: LabelDelivery;
  /** What this tab uploads of it. */
  uploads: DeliveryUploads | undefined;
  mayEdit: boolean;
}

/** Where the delivery stands: what this tab does with it, else what the server says. */
type Phase =
  | 'uploading'
  | 'paused'
  | 'offline'
  | 'elsewhere'
  | 'missing'
  | 'ready'
  | 'twin'
  | 'fewer'
  | 'importing'
  | 'imported'
  | 'refused';

function getPhase(delivery: LabelDelivery, uploads: DeliveryUploads | undefined, files: FileLine[]): Phase {
  const { state, twin, fewer } = delivery;
  const has = (...states: string[]) => files.some((file) => states.includes(file.state));
  if (state === 'imported' || state === 'importing') return state;
  if (twin) return 'twin';
  if (has('uploading')) return 'uploading';
  if (has('offline')) return 'offline';
  if (has('waiting')) return uploads?.isPaused ? 'paused' : 'uploading';
  if (has('paused')) return 'paused';
  if (isElsewhere(delivery, uploads)) return 'elsewhere';
  if (state === 'refused') return state;
  if (!isAllIn(files)) return 'missing';
  return fewer ? 'fewer' : 'ready';
}

/** A delivery with its progress, its files, and what can be done with it. */
export function DeliveryCard({ delivery, uploads, mayEdit }: Props) {
  const t = useText();
  const { deliveryid, name, label, twin, fewer, check, releaseid, trackid } = delivery;
  const [isDiscarding, setDiscarding] = useState(false);
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const files = listFiles(delivery, uploads);
  const phase = getPhase(delivery, uploads, files);
  const isOpen = delivery.state === 'uploading' || delivery.state === 'refused';
  const refused = files.filter(({ state }) => state === 'refused');
  const { problems, notes } = listSentences(delivery, files);
  const [bytes, sent] = [sumOf(files, 'bytes'), sumOf(files, 'sent')];
  const count = files.length - refused.length;
  const there = files.filter(({ state }) => state === 'complete').length;
  const isImporting = phase === 'importing';
  const isMade = phase === 'ready' && check !== null;
  const share = isImporting ? delivery.progress : bytes > 0 ? sent / bytes : 0;
  const percent = Math.floor((share * 100) / SAID_PERCENT) * SAID_PERCENT;
  const hasTransfer = ['uploading', 'paused', 'offline'].includes(phase);
  const isShort = uploads !== undefined && files.length <= OPEN_MAX;
  const needsFiles = ['missing', 'refused'].includes(phase) || files.some(({ state }) => state === 'changed');
  return (
    <li className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles.quiet}>{trackid ? `${label} · ${t('deliver.another-recording')}` : label}</p>
        {mayEdit && (
          <div className={styles.buttons}>
            {hasTransfer && (
              <IconButton
                icon={phase === 'paused' ? Play : Pause}
                label={t(phase === 'paused' ? 'deliver.continue' : 'deliver.pause', { name })}
                onClick={() => (phase === 'paused' ? continueAll : pauseDelivery)(deliveryid)}
              />
            )}
            {phase === 'imported' ? (
              <IconButton icon={X} label={t('deliver.dismiss', { name })} onClick={() => forget(deliveryid)} />
            ) : (
              !isImporting &&
              phase !== 'elsewhere' && (
                <IconButton icon={Trash2} label={t('deliver.discard', { name })} onClick={() => setDiscarding(true)} />
              )
            )}
          </div>
        )}
      </div>
      {(hasTransfer || isImporting || ['missing', 'elsewhere'].includes(phase)) && (
        <progress className={styles.bar} value={share} max={1} aria-label={t('deliver.progress', { name })} />
      )}
      <p className={styles.quiet}>
        {phase === 'uploading' &&
          [t('deliver.of', { sent: formatSize(sent), bytes: formatSize(bytes) }), uploads && describeTime(t, uploads)]
            .filter(Boolean)
            .join(' · ')}
        {phase === 'paused' && t('deliver.paused', { sent: formatSize(sent), bytes: formatSize(bytes) })}
        {phase === 'offline' && t('deliver.offline')}
        {phase === 'elsewhere' && t('deliver.elsewhere', { there, count })}
        {phase === 'missing' && t(count > 0 ? 'deliver.missing' : 'deliver.no-files', { there, count })}
        {phase === 'missing' && delivery.discardedat && (
          <> {t('deliver.until', { date: formatLongDate(delivery.discardedat, getLanguage()) })}</>
        )}
        {phase === 'ready' && t(isMade ? 'deliver.checked' : 'deliver.ready')}
        {phase === 'fewer' && check && t('deliver.checked')}
        {isImporting &&
          t(delivery.ischeck ? 'deliver.checking' : 'deliver.importing', { percent: Math.round(share * 100) })}
        {isImporting && delivery.isrepeated && <> {t('deliver.repeated')}</>}
        {phase === 'refused' && t('deliver.refused')}
        {phase === 'imported' && t('deliver.imported')}
      </p>
      <p role="status" className="visuallyHidden">
        {phase === 'uploading' && t('deliver.said', { name, percent })}
        {phase === 'paused' && t('deliver.said-paused', { name })}
        {phase === 'offline' && t('deliver.said-offline', { name })}
        {isImporting && t(delivery.ischeck ? 'deliver.said-checking' : 'deliver.said-importing', { name })}
        {isMade && t('deliver.said-checked', { name })}
      </p>
      {check &&
        !isImporting &&
        check.map((release, index) => <CheckResult key={`${index} ${release.title}`} release={release} />)}
      {twin && phase === 'twin' && <TwinQuestion deliveryid={deliveryid} twin={twin} mayEdit={mayEdit} />}
      {fewer && phase === 'fewer' && <FewerQuestion deliveryid={deliveryid} fewer={fewer} mayEdit={mayEdit} />}
      <div className={styles.actions}>
        {needsFiles && mayEdit && <FileButtons onChoose={(chosen) => uploadFiles(delivery, chosen.files)} />}
        {isMade && mayEdit && (
          <SendButton
            text={t(check.some(({ result }) => result === 'would create') ? 'deliver.make-draft' : 'deliver.import')}
            send={() => importFiles(deliveryid)}
            isPrimary
          />
        )}
        {((phase === 'ready' && !isMade) || (phase === 'refused' && isAllIn(files))) && mayEdit && (
          <SendButton text={t('deliver.check')} send={() => checkFiles(deliveryid)} />
        )}
        {phase === 'imported' && releaseid && (
          <Link to={releaseEditorPath(releaseid)} className={buttonClass({ size: 'small', variant: 'primary' })}>
            {t('deliver.open-draft')}
          </Link>
        )}
      </div>
      <Sentences label={t('deliver.problems')} className={styles.problems} sentences={problems} />
      <Sentences label={t('deliver.left-out')} className={styles.notes} sentences={notes} namedMax={NAMED_MAX} />
      {isOpen && count > 0 && (
        <details
          className={styles.details}
          open={isShort}
          onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        >
          <summary>{t('deliver.files', { count })}</summary>
          {(isUnfolded ?? isShort) && (
            <ul className={styles.files}>
              {files
                .filter(({ state }) => state !== 'refused')
                .map((file) => (
                  <FileRow
                    key={file.path}
                    deliveryid={deliveryid}
                    file={file}
                    mayEdit={mayEdit && phase !== 'elsewhere'}
                  />
                ))}
            </ul>
          )}
        </details>
      )}
      {isDiscarding && <DiscardQuestion delivery={delivery} onClose={() => setDiscarding(false)} />}
    </li>
  );

  function continueAll(): void {
    for (const { path, state } of files) if (state === 'paused') continueUpload(deliveryid, path);
    continueDelivery(deliveryid);
  }
}

function describeTime(t: Translate, uploads: DeliveryUploads): string | undefined {
  const seconds = getSecondsLeft(uploads);
  if (seconds === undefined) return undefined;
  if (seconds < 60) return t('deliver.left-soon');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? t('deliver.left-minutes', { count: minutes })
    : t('deliver.left-hours', { count: Math.ceil(minutes / 60) });
}

interface FileProps {
  deliveryid: string;
  file: FileLine;
  mayEdit: boolean;
}

/** Memoised: of hundreds of rows only the one whose file changed is rendered. */
const FileRow = memo(function FileRow({ deliveryid, file, mayEdit }: FileProps) {
  const t = useText();
  const { path, bytes, sent, state, uploadid } = file;
  const of = { sent: formatSize(sent), bytes: formatSize(bytes) };
  return (
    <li className={styles.file}>
      <p className="ellipsis" title={path}>
        <bdi>{path}</bdi>
      </p>
      <progress
        className={styles.bar}
        value={bytes > 0 ? sent : state === 'complete' ? 1 : 0}
        max={bytes || 1}
        aria-label={path}
      />
      <p className={styles.quiet}>
        {state === 'uploading' || state === 'missing'
          ? t('deliver.of', of)
          : t(`deliver.file-${state as FileState}`, of)}
      </p>
      {mayEdit && (
        <div className={styles.buttons}>
          {['waiting', 'uploading', 'offline'].includes(state) && (
            <IconButton
              icon={Pause}
              size="small"
              iconSize={16}
              label={t('deliver.pause', { name: path })}
              onClick={() => pauseUpload(deliveryid, path)}
            />
          )}
          {state === 'paused' && (
            <IconButton
              icon={Play}
              size="small"
              iconSize={16}
              label={t('deliver.continue', { name: path })}
              onClick={() => continueUpload(deliveryid, path)}
            />
          )}
          <IconButton
            icon={X}
            size="small"
            iconSize={16}
            label={t('deliver.remove', { name: path })}
            onClick={() => void removeFile(deliveryid, path, uploadid).catch(notifyFailure)}
          />
        </div>
      )}
    </li>
  );
});

interface SentencesProps {
  label: string;
  className: string | undefined;
  sentences: readonly { reason: string; paths: readonly string[] }[];
  /** How many files a sentence names; by default all. */
  namedMax?: number;
}

/** Each sentence once, after the files that it is about. */
function Sentences({ label, className, sentences, namedMax = Number.POSITIVE_INFINITY }: SentencesProps) {
  const t = useText();
  if (sentences.length === 0) return null;
  return (
    <ul className={className} aria-label={label}>
      {sentences.map(({ reason, paths }) => (
        <li key={reason}>
          {paths.slice(0, namedMax).map((path, index) => (
            <Fragment key={path}>
              {index > 0 && ', '}
              <bdi>{path}</bdi>
            </Fragment>
          ))}
          {paths.length > namedMax && ` ${t('deliver.left-out-more', { count: paths.length - namedMax })}`}
          {paths.length > 0 && ': '}
          {reason}
        </li>
      ))}
    </ul>
  );
}

type FileState = 'waiting' | 'offline' | 'paused' | 'changed' | 'complete';
