import type { CheckedRelease, LabelDelivery } from '@promenade/contract/uploads';
import { Pause, Play, Trash2, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { formatSize } from '../../downloads/bundle.ts';
import { formatLongDate } from '../../platform/format.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { getLanguage, type Translate, useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import { CheckedChanges } from './CheckedChanges.tsx';
import styles from './Deliveries.module.css';
import { FileButtons } from './NewRelease.tsx';
import {
  continueDelivery,
  continueUpload,
  discard,
  forget,
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
import { checkFiles, type ImportChoices, importFiles } from './uploadsData.ts';

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
  | 'missing'
  | 'ready'
  | 'twin'
  | 'fewer'
  | 'importing'
  | 'imported'
  | 'refused';

function getPhase(
  { state, twin, fewer }: LabelDelivery,
  uploads: DeliveryUploads | undefined,
  files: FileLine[],
): Phase {
  const has = (...states: string[]) => files.some((file) => states.includes(file.state));
  if (state === 'imported' || state === 'importing') return state;
  if (twin) return 'twin';
  if (has('uploading')) return 'uploading';
  if (has('offline')) return 'offline';
  if (has('waiting')) return uploads?.isPaused ? 'paused' : 'uploading';
  if (has('paused')) return 'paused';
  if (state === 'refused') return state;
  if (!isAllIn(files)) return 'missing';
  return fewer ? 'fewer' : 'ready';
}

/** A delivery with its progress, its files, and what can be done with it. */
export function DeliveryCard({ delivery, uploads, mayEdit }: Props) {
  const t = useText();
  const { deliveryid, name, label, twin, fewer, check, releaseid, trackid } = delivery;
  const [isDiscarding, setDiscarding] = useState(false);
  const files = listFiles(delivery, uploads);
  const phase = getPhase(delivery, uploads, files);
  const isOpen = delivery.state === 'uploading' || delivery.state === 'refused';
  const refused = files.filter(({ state }) => state === 'refused');
  const { problems, notes } = listSentences(delivery, files);
  const [bytes, sent] = [sumOf(files, 'bytes'), sumOf(files, 'sent')];
  const isImporting = phase === 'importing';
  const isMade = phase === 'ready' && check !== null;
  const share = isImporting ? delivery.progress : bytes > 0 ? sent / bytes : 0;
  const percent = Math.floor((share * 100) / SAID_PERCENT) * SAID_PERCENT;
  const hasTransfer = ['uploading', 'paused', 'offline'].includes(phase);
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
              !isImporting && (
                <IconButton icon={Trash2} label={t('deliver.discard', { name })} onClick={() => setDiscarding(true)} />
              )
            )}
          </div>
        )}
      </div>
      {(hasTransfer || isImporting || phase === 'missing') && (
        <progress className={styles.bar} value={share} max={1} aria-label={t('deliver.progress', { name })} />
      )}
      <p className={styles.quiet}>
        {phase === 'uploading' &&
          [t('deliver.of', { sent: formatSize(sent), bytes: formatSize(bytes) }), uploads && describeTime(t, uploads)]
            .filter(Boolean)
            .join(' · ')}
        {phase === 'paused' && t('deliver.paused', { sent: formatSize(sent), bytes: formatSize(bytes) })}
        {phase === 'offline' && t('deliver.offline')}
        {phase === 'missing' && t(files.length > 0 ? 'deliver.missing' : 'deliver.no-files')}
        {phase === 'missing' && delivery.discardedat && (
          <> {t('deliver.until', { date: formatLongDate(delivery.discardedat, getLanguage()) })}</>
        )}
        {phase === 'ready' && t(isMade ? 'deliver.checked' : 'deliver.ready')}
        {phase === 'fewer' && check && t('deliver.checked')}
        {isImporting &&
          t(delivery.ischeck ? 'deliver.checking' : 'deliver.importing', { percent: Math.round(share * 100) })}
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
          <ImportButton
            deliveryid={deliveryid}
            text={t(check.some(({ result }) => result === 'would create') ? 'deliver.make-draft' : 'deliver.import')}
            isPrimary
          />
        )}
        {((phase === 'ready' && !isMade) || (phase === 'refused' && isAllIn(files))) && mayEdit && (
          <CheckButton deliveryid={deliveryid} />
        )}
        {phase === 'imported' && releaseid && (
          <Link to={releaseEditorPath(releaseid)} className={buttonClass({ size: 'small', variant: 'primary' })}>
            {t('deliver.open-draft')}
          </Link>
        )}
      </div>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label={t('deliver.problems')}>
          {problems.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              {path && (
                <>
                  <bdi>{path}</bdi>
                  {': '}
                </>
              )}
              {reason}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t('deliver.left-out')}>
          {notes.map(({ reason, paths }) => (
            <li key={reason}>
              {paths.slice(0, NAMED_MAX).map((path, index) => (
                <Fragment key={path}>
                  {index > 0 && ', '}
                  <bdi>{path}</bdi>
                </Fragment>
              ))}
              {paths.length > NAMED_MAX && ` ${t('deliver.left-out-more', { count: paths.length - NAMED_MAX })}`}
              {`: ${reason}`}
            </li>
          ))}
        </ul>
      )}
      {isOpen && files.length > refused.length && (
        <details className={styles.details} open={uploads !== undefined && files.length <= OPEN_MAX}>
          <summary>{t('deliver.files', { count: files.length - refused.length })}</summary>
          <ul className={styles.files}>
            {files
              .filter(({ state }) => state !== 'refused')
              .map((file) => (
                <FileRow key={file.path} deliveryid={deliveryid} file={file} mayEdit={mayEdit} />
              ))}
          </ul>
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

function FileRow({ deliveryid, file, mayEdit }: { deliveryid: string; file: FileLine; mayEdit: boolean }) {
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
}

type FileState = 'waiting' | 'offline' | 'paused' | 'changed' | 'complete';

interface ImportProps {
  deliveryid: string;
  text: string;
  isPrimary?: boolean;
  choices?: ImportChoices;
}

function ImportButton({ deliveryid, text, isPrimary = false, choices }: ImportProps) {
  const { submit, isBusy } = useSubmit({ send: () => importFiles(deliveryid, choices).catch(notifyFailure) });
  return (
    <Button size="small" variant={isPrimary ? 'primary' : 'secondary'} busy={isBusy} onClick={() => void submit()}>
      {text}
    </Button>
  );
}

function CheckButton({ deliveryid }: { deliveryid: string }) {
  const t = useText();
  const { submit, isBusy } = useSubmit({ send: () => checkFiles(deliveryid).catch(notifyFailure) });
  return (
    <Button size="small" busy={isBusy} onClick={() => void submit()}>
      {t('deliver.check')}
    </Button>
  );
}

/** What an import would do with a release, in the words of the command. */
function CheckResult({ release }: { release: CheckedRelease }) {
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

function TwinQuestion({ deliveryid, twin, mayEdit }: TwinProps) {
  const t = useText();
  return (
    <div role="group" aria-label={t('deliver.twin-title')} className={styles.twin}>
      <p>
        {t('deliver.twin')} <Link to={releaseEditorPath(twin.releaseid)}>{twin.title}</Link>
      </p>
      {mayEdit && (
        <div className={styles.actions}>
          <ImportButton deliveryid={deliveryid} text={t('deliver.replace')} choices={{ twins: 'replace' }} />
          <ImportButton deliveryid={deliveryid} text={t('deliver.keep-both')} choices={{ twins: 'new' }} />
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
function FewerQuestion({ deliveryid, fewer: { delivered, tracks }, mayEdit }: FewerProps) {
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
          <ImportButton
            deliveryid={deliveryid}
            text={t('deliver.exchange', { count: delivered })}
            choices={{ fewer: 'exchange' }}
            isPrimary
          />
          <ImportButton
            deliveryid={deliveryid}
            text={t('deliver.from-now-on', { count: delivered })}
            choices={{ fewer: 'remove' }}
          />
        </div>
      )}
    </div>
  );
}

function DiscardQuestion({ delivery, onClose }: { delivery: LabelDelivery; onClose: () => void }) {
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
      message={t('deliver.discard-message', { count: delivery.files.length })}
      confirmLabel={t('deliver.discard-confirm')}
      cancelLabel={t('common.cancel')}
      busy={isBusy}
      onConfirm={() => void submit()}
      onCancel={onClose}
    />
  );
}
