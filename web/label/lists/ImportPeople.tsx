import { Charset, type Imported, PersonField } from '@promenade/contract/lists/lists';
import { type SubmitEvent, useRef, useState } from 'react';
import { FiguresTable } from '../../catalogue/FiguresTable.tsx';
import { FileButton } from '../../console/FileButton.tsx';
import { Refused } from '../../console/Saving.tsx';
import sections from '../../console/sections.module.css';
import { Checkbox } from '../../design/Checkbox.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { Select } from '../../design/Select.tsx';
import { TextArea } from '../../design/TextField.tsx';
import { getRefusalCode } from '../../platform/errorText.ts';
import { notify } from '../../platform/notices.ts';
import { type Translate, useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import styles from './ImportPeople.module.css';
import { type ImportQuery, sendPeople, useChanged } from './listsData.ts';

const SHOWN_ROWS = 50;
const PASTED_MAX = 1_000_000;
/** Those to look at come first. */
const ORDER = ['wrong', 'twice', 'hidden', 'known', 'new'];

/** Takes a file or a pasted table, shows what is in it, and adds its people to a list. */
export function ImportPeople({ listid, onClose }: { listid: string; onClose: () => void }) {
  const t = useText();
  const [text, setText] = useState('');
  const [file, setFile] = useState<Blob>();
  const [query, setQuery] = useState<ImportQuery>({});
  const [found, setFound] = useState<Imported>();
  const changed = useChanged();
  const asked = useRef<{ file: Blob; query: ImportQuery }>(undefined);
  const looking = useSubmit({
    send: async () => {
      if (!asked.current) return;
      const { file, query } = asked.current;
      const preview = await sendPeople(listid, file, { ...query, preview: 'true' });
      setFile(file);
      setQuery(query);
      setFound(preview);
    },
  });
  const look = (file: Blob, query: ImportQuery, event?: SubmitEvent<HTMLFormElement>) => {
    asked.current = { file, query };
    void looking.submit(event);
  };
  const adding = useSubmit({
    send: async () => {
      if (!file) return;
      const { new: added, known } = await sendPeople(listid, file, { ...query, preview: 'false' });
      await changed();
      notify({ category: 'operatorDone', message: t('listed.imported', { count: added + known }) });
      onClose();
    },
  });
  const failure = looking.failure ?? adding.failure;
  const change = (query: ImportQuery) => {
    if (file) look(file, query);
  };
  const count = found ? found.new + found.known : 0;
  return (
    <LazyDialog kind="form" title={t('listed.add')} onClose={onClose}>
      <form
        noValidate
        className={sections.stack}
        onSubmit={(event) => (found ? void adding.submit(event) : look(new Blob([text]), {}, event))}
      >
        {found ? (
          <Found found={found} query={query} onChange={change} />
        ) : (
          <>
            <p className={sections.hint}>{t('listed.file-types')}</p>
            <div className={sections.buttons}>
              <FileButton
                accept=".csv,.tsv,.txt,.xlsx"
                text={t('listed.choose-file')}
                onChoose={({ files: [chosen] }) => chosen && look(chosen.file, {})}
              />
            </div>
            <TextArea
              label={t('listed.or-paste')}
              value={text}
              rows={8}
              maxLength={PASTED_MAX}
              spellCheck={false}
              onChange={({ target }) => setText(target.value)}
            />
          </>
        )}
        {getRefusalCode(failure) === 'TABLE_UNREADABLE' ? (
          <p role="alert" className={sections.failure}>
            {t('listed.unreadable')}
          </p>
        ) : (
          <Refused failure={failure} />
        )}
        <DialogButtons
          confirm={found ? t('listed.import', { count }) : t('listed.look')}
          cancel={t('common.cancel')}
          busy={looking.isBusy || adding.isBusy}
          onCancel={onClose}
        />
      </form>
    </LazyDialog>
  );
}

interface FoundProps {
  found: Imported;
  query: ImportQuery;
  onChange: (query: ImportQuery) => void;
}

/** What a file has: its columns, which can be changed, and what becomes of its rows. */
function Found({ found, query, onChange }: FoundProps) {
  const t = useText();
  const columns = found.columns.map(({ field }) => field ?? '');
  const shown = found.rows.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)).slice(0, SHOWN_ROWS);
  return (
    <>
      <p role="status">{[describe(found, t), t('listed.nobody-mailed')].join('. ')}</p>
      {found.notes.map((note) => (
        <p key={note} className={sections.hint}>
          {t(`listed.note-${note}`)}
        </p>
      ))}
      {found.notes.includes('charset') && (
        <Select
          label={t('listed.charset')}
          value={found.charset}
          options={Charset.options.map((value) => ({ value, text: t(`listed.charset-${value}`) }))}
          onChange={({ target }) => onChange({ ...query, charset: Charset.parse(target.value) })}
        />
      )}
      {(found.hidden > 0 || query.hidden === '1') && (
        <Checkbox
          label={t('listed.take-hidden')}
          checked={query.hidden === '1'}
          onChange={() => onChange({ ...query, hidden: query.hidden === '1' ? '0' : '1' })}
        />
      )}
      <fieldset className={styles.columns}>
        <legend>{t('listed.columns')}</legend>
        {found.columns.map(({ heading, field, example }, index) => (
          <div key={`${index} ${heading}`}>
            <Select
              label={heading || t('listed.column-of', { number: index + 1 })}
              value={field ?? ''}
              placeholder={t('listed.field-none')}
              options={PersonField.options.map((value) => ({ value, text: t(`listed.field-${value}`) }))}
              onChange={({ target }) =>
                onChange({ ...query, columns: columns.with(index, target.value as PersonField | '').join(',') })
              }
            />
            <small className={styles.example}>{example}</small>
          </div>
        ))}
      </fieldset>
      <FiguresTable
        label={shown.length < found.rows.length ? t('listed.rows-first', { count: shown.length }) : t('listed.rows')}
        words={2}
        head={[t('listed.person'), t('listed.state'), t('listed.row')]}
        rows={shown.map(({ row, state, name, address }) => ({
          key: `${row} ${address}`,
          cells: [
            <>
              {name} <span className={styles.address}>{address}</span>
            </>,
            t(`listed.state-${state}`),
            row,
          ],
        }))}
      />
    </>
  );
}

const describe = (found: Imported, t: Translate): string =>
  [
    t('listed.new', { count: found.new }),
    ...(['known', 'joining', 'twice', 'wrong', 'hidden'] as const)
      .filter((kind) => found[kind] > 0)
      .map((kind) => t(`listed.${kind}`, { count: found[kind] })),
    ...(found.suppressed > 0 ? [t('listed.bounced', { count: found.suppressed })] : []),
    ...(found.unsubscribed > 0 ? [t('listed.left', { count: found.unsubscribed })] : []),
  ].join(', ');
