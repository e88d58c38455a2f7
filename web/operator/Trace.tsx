import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { Button } from '../design/Button.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { getRefusalText } from '../platform/errorText.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { operatorPath } from './operatorPath.ts';
import styles from './Person.module.css';
import { formatTime } from './times.ts';
import { type Traced, trace } from './traceData.ts';

/** Says who downloaded a file that is dropped or chosen. */
export function Trace() {
  const t = useText();
  useTitle(t('trace.title'), false);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(undefined);
  const [found, setFound] = useState<{ name: string; traced: Traced }>();
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      const file = chosen.current;
      setFound(undefined);
      if (file) setFound({ name: file.name, traced: await trace(file) });
    },
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    chosen.current = file;
    void submit();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className={styles.page} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <PageHeader title={t('trace.title')} />
      <p>{t('trace.about')}</p>
      <div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('trace.choose')}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button icon={FileUp} busy={isBusy} onClick={() => input.current?.click()}>
          {t('trace.choose')}
        </Button>
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {getRefusalText(failure) || t('selection.unavailable')}
        </p>
      )}
      <div role="status" className={styles.form}>
        {found && <Result {...found} />}
      </div>
    </div>
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
              email === null ? (
                t('trace.deleted')
              ) : (
                <Link to={operatorPath('people/:playerid', { playerid })} className="link">
                  {person ? `${person} (${email})` : email}
                </Link>
              ),
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
