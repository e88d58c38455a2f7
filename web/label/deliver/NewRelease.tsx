import { FileUp, FolderUp, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { create } from 'zustand';
import { Button } from '../../design/Button.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { Select } from '../../design/Select.tsx';
import { formatSize } from '../../downloads/bundle.ts';
import { getRefusalText } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { type TextKey, useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { staffReleasesPath } from '../consolePaths.ts';
import { useEditableLabels } from '../data.ts';
import { useStaffDocument } from '../editor/editorData.ts';
import { type ChosenFiles, hasFiles, readChosen, readDropped } from './chosenFiles.ts';
import styles from './NewRelease.module.css';
import { isElsewhere, uploadFiles } from './uploadQueue.ts';
import { isContinuation } from './uploads.ts';
import { useDeliveries, useStartDelivery } from './uploadsData.ts';

interface Dialog {
  isOpen: boolean;
  /** Waits for its label. */
  chosen: ChosenFiles | undefined;
  /** Why nothing was chosen, or the upload did not start. */
  problem: string | undefined;
}

const closed: Dialog = { isOpen: false, chosen: undefined, problem: undefined };
const useDialog = create<Dialog>(() => closed);
const open = (dialog: Partial<Dialog>): void => useDialog.setState({ ...closed, ...dialog, isOpen: true }, true);
const close = (): void => useDialog.setState(closed, true);

/** On the editor: what is dropped here delivers its release again. */
export const AGAIN = { 'data-deliver-again': '' };

/** The release of the editor that is open, for those who may deliver it again. */
function useEditedRelease() {
  const [, releaseid = ''] = /\/releases\/([^/]+)$/.exec(useLocation().pathname) ?? [];
  const { data } = useStaffDocument(releaseid, false);
  return data?.mayedit && data.release.labelid !== null
    ? { ...data.release, labelid: data.release.labelid }
    : undefined;
}

/** Opens the dialog from which a release is delivered; nothing for those who only read. */
export function NewReleaseButton() {
  const t = useText();
  if (useEditableLabels().length === 0) return null;
  return (
    <Button variant="primary" size="small" icon={Plus} onClick={() => open({})}>
      {t('deliver.new')}
    </Button>
  );
}

/** Takes what is dropped anywhere on the screens of labels. */
export function DropTarget() {
  const t = useText();
  const canDeliver = useEditableLabels().length > 0;
  const isOpen = useDialog((dialog) => dialog.isOpen);
  const [isOver, setOver] = useState(false);
  const take = useTakeFiles();
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => close, []);
  useEffect(() => {
    if (!canDeliver) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const handleOver = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const handleDrop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      const isAgain = event.target instanceof Element && event.target.closest('[data-deliver-again]') !== null;
      void latest.current(readDropped(event.dataTransfer), isAgain);
    };
    window.addEventListener('dragover', handleOver, { signal });
    window.addEventListener('drop', handleDrop, { signal });
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? setOver(false), { signal });
    return () => listening.abort();
  }, [canDeliver]);
  return (
    <>
      {isOver && (
        <div className={styles.over} aria-hidden>
          <p>{t('deliver.drop')}</p>
        </div>
      )}
      {isOpen && <NewReleaseDialog />}
    </>
  );
}

/**
 * Goes on with a delivery that misses these files, else begins one. Asks for the label when there are several, and on an
 * editor whether its release is meant.
 */
export function useTakeFiles() {
  const t = useText();
  const labels = useEditableLabels();
  const deliveries = useDeliveries().data?.items;
  const start = useStart();
  const edited = useEditedRelease();
  return async (reading: ChosenFiles | Promise<ChosenFiles>, isAgain = false): Promise<void> => {
    const chosen = await Promise.resolve(reading).catch((failure: unknown) => {
      logError('Could not read the dropped files', failure);
    });
    if (!chosen || chosen.files.length === 0)
      return open({ problem: t(chosen ? 'deliver.nothing' : 'deliver.unreadable') });
    const begun = deliveries?.find((delivery) => isContinuation(delivery, chosen.files));
    const [label, ...others] = labels;
    if (begun && isElsewhere(begun)) open({ problem: t('deliver.elsewhere-again') });
    else if (begun) uploadFiles(begun, chosen.files);
    else if (!label || (!isAgain && (edited || others.length > 0))) open({ chosen });
    else
      await start(isAgain && edited ? edited : { labelid: label.labelid }, chosen).catch((failure: unknown) =>
        open({ chosen, problem: getRefusalText(failure) || t('deliver.failed') }),
      );
  };
}

/** Begins a delivery, and shows the screen on which its progress is seen: of a release, its editor. */
function useStart() {
  const navigate = useNavigate();
  const { mutateAsync } = useStartDelivery();
  return async (
    { labelid, releaseid }: { labelid: string; releaseid?: string },
    { name, files }: ChosenFiles,
  ): Promise<void> => {
    uploadFiles(await mutateAsync({ labelid, name, ...(releaseid && { releaseid }) }), files);
    close();
    if (!releaseid) void navigate(staffReleasesPath());
  };
}

function NewReleaseDialog() {
  const t = useText();
  const labels = useEditableLabels();
  const { chosen, problem } = useDialog();
  const [params] = useSearchParams();
  const [labelid, setLabelid] = useState(
    labels.length === 1 ? (labels[0]?.labelid ?? '') : (params.get('label') ?? ''),
  );
  const take = useTakeFiles();
  const start = useStart();
  const edited = useEditedRelease();
  const [isAgain, setAgain] = useState(true);
  const release = chosen && isAgain ? edited : undefined;
  const form = useSubmit<{ labelid?: TextKey }>({
    validate: () => (labelid || release ? {} : { labelid: 'deliver.choose-label' }),
    send: async () => chosen && start(release ?? { labelid }, chosen),
  });
  const error = form.failure ? getRefusalText(form.failure) || t('deliver.failed') : problem;
  return (
    <LazyDialog kind="form" title={t('deliver.new')} onClose={close}>
      <form noValidate className={styles.form} onSubmit={(event) => void form.submit(event)}>
        <p className={styles.hint}>
          {chosen ? (
            <>
              <bdi>{chosen.name}</bdi>
              {`: ${t('deliver.files', { count: chosen.files.length })}, `}
              {formatSize(chosen.files.reduce((sum, { file }) => sum + file.size, 0))}
            </>
          ) : (
            t('deliver.choose-hint')
          )}
        </p>
        {chosen && edited && (
          <Select
            label={t('deliver.as')}
            value={isAgain ? 'again' : 'new'}
            options={[
              { value: 'again', text: t('deliver.again-of', { title: edited.title }) },
              { value: 'new', text: t('deliver.new') },
            ]}
            onChange={({ target }) => setAgain(target.value === 'again')}
          />
        )}
        {labels.length > 1 && !release && (
          <Select
            name="labelid"
            label={t('label.label')}
            value={labelid}
            placeholder={t('deliver.choose-label')}
            options={labels.map((label) => ({ value: label.labelid, text: label.name }))}
            onChange={({ target }) => setLabelid(target.value)}
            {...(form.errors.labelid && { error: t(form.errors.labelid) })}
          />
        )}
        {error && (
          <p role="alert" className={styles.problem}>
            {error}
          </p>
        )}
        {chosen ? (
          <DialogButtons
            confirm={t('deliver.upload')}
            cancel={t('common.cancel')}
            busy={form.isBusy}
            onCancel={close}
          />
        ) : (
          <div className={styles.buttons}>
            <FileButtons onChoose={(files) => void take(files)} />
            <Button variant="plain" size="small" onClick={close}>
              {t('common.cancel')}
            </Button>
          </div>
        )}
      </form>
    </LazyDialog>
  );
}

/** Buttons that choose files, and a folder. */
export function FileButtons({ onChoose }: { onChoose: (chosen: ChosenFiles) => void }) {
  const t = useText();
  return (
    <>
      <FileButton isFolder text={t('deliver.choose-folder')} onChoose={onChoose} />
      <FileButton text={t('deliver.choose-files')} onChoose={onChoose} />
    </>
  );
}

interface FileButtonProps {
  isFolder?: boolean;
  /** Of one file; without it, several of any kind are chosen. */
  accept?: string;
  text: string;
  onChoose: (chosen: ChosenFiles) => void;
}

export function FileButton({ isFolder = false, accept, text, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={accept === undefined}
        accept={accept}
        hidden
        aria-label={text}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          const chosen = readChosen(target.files ?? []);
          // The same files can be chosen again.
          target.value = '';
          if (chosen.files.length > 0) onChoose(chosen);
        }}
      />
      <Button size="small" icon={isFolder ? FolderUp : FileUp} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
