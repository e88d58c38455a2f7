import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hasFiles, readDropped } from '../../console/chosenFiles.ts';
import { FileButton } from '../../console/FileButton.tsx';
import sections from '../../console/sections.module.css';
import { IconButton } from '../../design/IconButton.tsx';
import { getRefusalCode, getRefusalText } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { ApiError } from '../../platform/request.ts';
import { useText } from '../../platform/text.ts';
import styles from './Deliveries.module.css';
import { uploadForEdit } from './uploadQueue.ts';
import type { EditTarget } from './uploadsData.ts';

interface Props {
  target: EditTarget;
  /** Of the button. */
  text: string;
  /** Of one file; without it, several of any kind are chosen. */
  accept?: string;
  /** Makes the edit. @throws ApiError */
  onUploaded: (uploadid: string, name: string) => Promise<unknown>;
  children?: ReactNode;
}

/** Uploads files that are chosen, or dropped on it, for edits, one after the other. */
export function UploadArea({ target, text, accept, onUploaded, children }: Props) {
  const t = useText();
  const [running, setRunning] = useState<{ name: string; share: number }>();
  const [problem, setProblem] = useState<string>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const describe = (failure: unknown): string => {
    if (getRefusalCode(failure) === 'EDITED_MEANWHILE') return t('label.file-meanwhile');
    const sentences = failure instanceof ApiError ? Object.values(failure.fields) : [];
    return sentences.join(' ') || (getRefusalText(failure) ?? t('deliver.failed'));
  };
  async function upload(files: readonly File[]): Promise<void> {
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    setProblem(undefined);
    try {
      for (const file of files) {
        const { name, size } = file;
        setRunning({ name, share: 0 });
        const onProgress = (sent: number) => signal.aborted || setRunning({ name, share: size > 0 ? sent / size : 1 });
        await uploadForEdit(target, file, (uploadid) => onUploaded(uploadid, name), onProgress, signal);
      }
    } catch (failure) {
      if (!signal.aborted) setProblem(describe(failure));
    }
    if (controller.current.signal === signal) setRunning(undefined);
  }
  const percent = Math.round((running?.share ?? 0) * 100);
  return (
    <div
      className={styles.area}
      onDragOver={(event) => hasFiles(event.dataTransfer) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        readDropped(event.dataTransfer)
          .then(({ files }) => upload(files.slice(0, accept ? 1 : undefined).map(({ file }) => file)))
          .catch((failure: unknown) => {
            logError('Could not read the dropped files', failure);
            setProblem(t('deliver.unreadable'));
          });
      }}
    >
      {children}
      <div className={styles.actions}>
        <FileButton
          text={text}
          {...(accept && { accept })}
          onChoose={({ files }) => void upload(files.map(({ file }) => file))}
        />
      </div>
      {running && (
        <div className={styles.running}>
          <progress
            className={styles.bar}
            value={running.share}
            max={1}
            aria-label={t('deliver.progress', { name: running.name })}
          />
          <IconButton
            icon={X}
            size="small"
            iconSize={16}
            label={t('deliver.remove', { name: running.name })}
            onClick={() => controller.current?.abort()}
          />
        </div>
      )}
      <p role="status" className={styles.quiet}>
        {running && t('deliver.said', { name: running.name, percent: percent - (percent % 10) })}
      </p>
      {problem && (
        <p role="alert" className={sections.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
