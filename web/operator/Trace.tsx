import { TRACE_SOUND_BYTES } from '@promenade/contract/operatorService';
import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { Button } from '../design/Button.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { getRefusalText } from '../platform/errorText.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { AccountLink } from './AccountLink.tsx';
import { SoundResult, type SoundSearch } from './SoundResult.tsx';
import { type Trace as FileTrace, listSoundFiles, notTraced, type Traced, trace, traceFileSound } from './traceData.ts';

interface Searched {
  id: number;
  file: File;
  trace: FileTrace;
  state: 'waiting' | 'running' | 'done' | 'failed';
  failure?: unknown;
  /** Of the file, or of the files of a zip. */
  sounds: readonly SoundSearch[];
}

/** Searches files one after another; what was found stays when one fails. */
function useTraces() {
  const [files, setFiles] = useState<readonly Searched[]>([]);
  const leaving = useRef(new AbortController());
  const running = useRef(Promise.resolve());
  const count = useRef(0);
  useEffect(() => {
    const controller = (leaving.current = new AbortController());
    return () => controller.abort();
  }, []);
  const change = (id: number, next: Partial<Searched>) =>
    setFiles((now) => now.map((one) => (one.id === id ? { ...one, ...next } : one)));
  const search = async ({ id, file, trace: before }: Searched, signal: AbortSignal) => {
    if (signal.aborted) return;
    change(id, { state: 'running', failure: undefined });
    try {
      let hasMarks = before.marks;
      const onChange = (found: FileTrace) => {
        hasMarks = found.marks;
        change(id, { trace: found });
      };
      await trace(file, before, onChange, signal);
      change(id, { state: 'done' });
      if (hasMarks) await readSounds(file, (sounds) => change(id, { sounds }), signal);
    } catch (failure) {
      if (!signal.aborted) change(id, { state: 'failed', failure });
    }
  };
  const queue = (one: Searched) => {
    running.current = running.current.then(() => search(one, leaving.current.signal));
  };
  const add = (chosen: Iterable<File>) => {
    const added = [...chosen].map(
      (file): Searched => ({ id: ++count.current, file, trace: notTraced, state: 'waiting', sounds: [] }),
    );
    setFiles((now) => [...now, ...added]);
    for (const one of added) queue(one);
  };
  return { files, add, goOn: queue };
}

/** Reads the sound of a file, or of one file of a zip after another; what cannot be read does not keep the others. */
async function readSounds(
  file: File,
  onChange: (sounds: readonly SoundSearch[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const done: SoundSearch[] = [];
  for (const { path, bytes, read } of await listSoundFiles(file)) {
    if (signal.aborted) return;
    if (bytes > TRACE_SOUND_BYTES) done.push({ path, state: 'large' });
    else {
      onChange([...done, { path, state: 'running' }]);
      try {
        done.push({ path, state: 'done', found: await traceFileSound(path, await read(), signal) });
      } catch (failure) {
        if (signal.aborted) return;
        done.push({ path, state: 'failed', failure });
      }
    }
    onChange([...done]);
  }
}

/** Says who downloaded the files that are dropped or chosen. */
export function Trace() {
  const t = useText();
  useTitle(t('trace.title'), false);
  const input = useRef<HTMLInputElement>(null);
  const { files, add, goOn } = useTraces();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    add(event.dataTransfer.files);
  };
  return (
    <div className={styles.page} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <PageHeader title={t('trace.title')} />
      <p>{t('trace.about')}</p>
      <div>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('trace.choose')}
          onChange={({ target }) => {
            add(target.files ?? []);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button icon={FileUp} onClick={() => input.current?.click()}>
          {t('trace.choose')}
        </Button>
      </div>
      {files.map((one) => (
        <FileResult key={one.id} searched={one} onGoOn={() => goOn(one)} />
      ))}
    </div>
  );
}

function FileResult({ searched, onGoOn }: { searched: Searched; onGoOn: () => void }) {
  const t = useText();
  const { file, trace: found, state, failure, sounds } = searched;
  const { name } = file;
  return (
    <section className={styles.form} aria-label={name}>
      {(state === 'running' || state === 'waiting') && (
        <>
          <p>{t(found.isWaiting ? 'trace.waiting' : 'trace.progress', { name })}</p>
          <progress
            value={found.doneBytes}
            max={Math.max(1, found.totalBytes)}
            aria-label={t('trace.progress', { name })}
          />
        </>
      )}
      {state === 'failed' && (
        <>
          <p role="alert" className={styles.failure}>
            {t('trace.failed', { name, reason: getRefusalText(failure) || t('selection.unavailable') })}
          </p>
          <Button size="small" onClick={onGoOn}>
            {t('trace.go-on', { name })}
          </Button>
        </>
      )}
      <div role="status" className={styles.form}>
        {(state === 'done' || found.takings.length > 0) && <Result name={name} traced={found} />}
        {found.unread.map(({ path, reason }) => (
          <p key={`${reason} ${path}`}>{t(`trace.unread-${reason}`, { path: path || name })}</p>
        ))}
        {sounds.map((sound) => (
          <SoundResult key={sound.path} sound={sound} />
        ))}
      </div>
    </section>
  );
}

function Result({ name, traced: { takings, wrongsignature } }: { name: string; traced: Traced }) {
  const t = useText();
  const transfers = takings.flatMap(({ transfers: all }) => all);
  const isForgotten = takings.some(({ transfers: all }) => all.length === 0);
  return (
    <>
      {takings.length === 0 && <p>{t(wrongsignature ? 'trace.wrong-signature' : 'trace.no-id', { name })}</p>}
      {takings.length > 0 && wrongsignature && <p>{t('trace.also-wrong', { name })}</p>}
      {isForgotten && <p>{t('trace.forgotten', { name })}</p>}
      {transfers.length > 0 && (
        <FiguresTable
          label={t('trace.found', { name })}
          words={5}
          head={[t('operator.who'), t('operator.time'), t('operator.what'), t('trace.format'), t('operator.network')]}
          rows={transfers.map(({ playerid, name: person, email, at, title, format, network }) => ({
            key: `${playerid} ${at}`,
            cells: [
              <AccountLink key="who" playerid={playerid} name={person} email={email} />,
              formatTime(at),
              title ?? t('trace.gone'),
              format,
              network ?? '',
            ],
          }))}
        />
      )}
    </>
  );
}
