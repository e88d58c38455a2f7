import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasFiles, readDropped } from '../../console/chosenFiles.ts';
import { FileButtons } from '../../console/FileButton.tsx';
import sections from '../../console/sections.module.css';
import { Button } from '../../design/Button.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { Select } from '../../design/Select.tsx';
import { formatSize } from '../../downloads/bundle.ts';
import { getRefusalText } from '../../platform/errorText.ts';
import { type TextKey, useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { useEditableLabels } from '../data.ts';
import styles from './NewRelease.module.css';
import { closeDialog, useDialog, useEditedRelease, useStart, useTakeFiles } from './takeFiles.ts';

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
  useEffect(() => closeDialog, []);
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
    <LazyDialog kind="form" title={t('deliver.new')} onClose={closeDialog}>
      <form noValidate className={sections.stack} onSubmit={(event) => void form.submit(event)}>
        <p className={sections.message}>
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
          <p role="alert" className={sections.problem}>
            {error}
          </p>
        )}
        {chosen ? (
          <DialogButtons
            confirm={t('deliver.upload')}
            cancel={t('common.cancel')}
            busy={form.isBusy}
            onCancel={closeDialog}
          />
        ) : (
          <div className={styles.buttons}>
            <FileButtons onChoose={(files) => void take(files)} />
            <Button variant="plain" size="small" onClick={closeDialog}>
              {t('common.cancel')}
            </Button>
          </div>
        )}
      </form>
    </LazyDialog>
  );
}
