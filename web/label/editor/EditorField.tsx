import { type StaffDocument, StaffPatch } from '@promenade/contract/label';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { FileButton } from '../../console/FileButton.tsx';
import { fromLocalInput, toLocalInput } from '../../console/times.ts';
import { useTypedText } from '../../console/typedText.ts';
import { Button } from '../../design/Button.tsx';
import { Checkbox } from '../../design/Checkbox.tsx';
import { useKeptFocus } from '../../design/listNavigation.ts';
import { Select } from '../../design/Select.tsx';
import { TextArea, TextField } from '../../design/TextField.tsx';
import { formatInstant } from '../../platform/format.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { type FieldKind, fieldId, toText, toValue } from '../editorFields.ts';
import { formatLanguages } from '../languages.ts';
import { NamesField } from '../NamesField.tsx';
import { getStateChange } from '../stateQuestion.ts';
import { useChangeRelease } from './editorData.ts';
import { EditedMark, SavedMark } from './FieldMarks.tsx';
import { LanguageField } from './LanguageField.tsx';
import styles from './ReleaseEditor.module.css';
import { describeRule, describeSaveFailure } from './saveFailure.ts';

interface Props {
  data: StaffDocument;
  field: keyof StaffDocument['document'] | 'lyrics';
  /** Of a field of a track. */
  trackid?: string;
  label: string;
  kind: FieldKind;
  choices?: readonly string[];
}

/** A field of the document. It is saved when it is left; one that cannot be saved keeps what was typed. */
export function EditorField({ data, field, trackid, label, kind, choices = [] }: Props) {
  const t = useText();
  const typedKey = `edit ${data.release.releaseid} ${trackid ?? ''} ${field}`;
  const [typed, setTyped] = useTypedText(typedKey);
  const [isRestored] = useState(typed !== undefined);
  const [error, setError] = useState<string>();
  const saving = useChangeRelease(data.release.releaseid);
  const mayEdit = data.mayedit;
  const valueIn = ({ tracks, ...fields }: StaffDocument['document']): unknown =>
    (trackid === undefined ? fields : tracks[trackid])?.[field as 'language'];
  const [value, delivered] = [valueIn(data.document), valueIn(data.delivered)];
  const save = (next: unknown) => {
    const patch = trackid === undefined ? { [field]: next } : { tracks: { [trackid]: { [field]: next } } };
    if (!StaffPatch.safeParse(patch).success) return setError(describeRule(field, t));
    return saving.mutate(patch, {
      onSuccess: () => {
        setTyped(undefined);
        setError(undefined);
      },
      onError: (failure) => {
        setError(describeSaveFailure(failure, t));
        if (getStateChange(failure)) setTyped(undefined);
      },
    });
  };
  const isInstant = kind === 'instant';
  const shown = isInstant ? toLocalInput(toText(value)) : toText(value);
  const editor = data.edited[trackid === undefined ? field : `tracks.${trackid}.${field}`];
  // Every release has a date, which nobody may have said.
  const isUndelivered = field === 'available' && delivered === undefined;
  const isEdited = isUndelivered
    ? editor !== undefined
    : toText(value) !== toText(delivered) || (kind === 'check' && value !== delivered);
  const isLong = kind === 'words' || kind === 'html';
  /** The others are chosen; what is typed there finds it. */
  const isTyped = ['text', 'number', 'seconds', 'date', 'instant'].includes(kind);
  const shared = { disabled: !mayEdit, error };
  const leave = () => {
    if (typed === undefined) return;
    if (typed === shown) {
      setTyped(undefined);
      setError(undefined);
    } else save(isInstant ? fromLocalInput(typed) : toValue(kind, typed));
  };
  const proposedKind = ProposedKind.safeParse(field).data;
  const deliveredText =
    kind === 'language'
      ? formatLanguages(toText(delivered))
      : isInstant
        ? formatInstant(toText(delivered), getLanguage())
        : toText(delivered);
  const typing = {
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    onBlur: leave,
    onKeyDown: ({ key }: KeyboardEvent) => void (key === 'Enter' && leave()),
  };
  const keptFocus = useKeptFocus<HTMLDivElement>();
  return (
    <div {...keptFocus} id={fieldId(field, trackid)} className={styles.field}>
      {kind === 'check' && (
        <Checkbox
          label={label}
          disabled={!mayEdit}
          checked={saving.isPending ? value !== true : value === true}
          onChange={({ target }) => save(target.checked)}
        />
      )}
      {kind === 'choice' && (
        <Select
          {...shared}
          label={label}
          value={toText(value)}
          options={choices.map((choice) => ({ value: choice, text: choice }))}
          onChange={({ target }) => save(target.value)}
        />
      )}
      {isLong && (
        <TextArea
          label={label}
          rows={LONG_ROWS}
          readOnly={!mayEdit}
          dir="auto"
          value={typed ?? shown}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={leave}
          {...(kind === 'html' && mayEdit && { onPaste: (event) => pasteHtml(event, setTyped) })}
          {...(error && { error })}
        />
      )}
      {kind === 'html' && mayEdit && (
        <FileButton
          accept=".html,.htm"
          text={t('label.choose-html')}
          onChoose={({ files: [chosen] }) => {
            if (!chosen) return;
            void readHtml(chosen.file).then((html) => {
              setTyped(html);
              save(html);
            });
          }}
        />
      )}
      {proposedKind && (
        <NamesField
          {...shared}
          label={label}
          kind={proposedKind}
          labelid={data.release.labelid}
          names={(saving.isPending ? saving.variables : data.document)[proposedKind] ?? []}
          proposed={data.proposed[proposedKind]}
          typedKey={`${typedKey} picker`}
          onChange={save}
        />
      )}
      {kind === 'language' && (
        <LanguageField
          label={label}
          value={toText(saving.isPending ? saving.variables.language : value)}
          disabled={!mayEdit}
          typedKey={`${typedKey} picker`}
          onChange={save}
        />
      )}
      {isTyped && (
        <TextField
          {...shared}
          label={label}
          type={isInstant ? 'datetime-local' : kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          value={typed ?? shown}
          {...typing}
        />
      )}
      {isInstant && <p className={styles.instant}>{formatInstant(toText(value), getLanguage())}</p>}
      {isRestored && (isTyped || isLong) && typed !== undefined && typed !== shown && (
        <p className={styles.delivered} role="status">
          {t('label.not-saved')}{' '}
          <Button variant="plain" size="small" onClick={() => setTyped(undefined)}>
            {t('label.drop-typed', { label })}
          </Button>
        </p>
      )}
      {error && (kind === 'check' || kind === 'language') && (
        <p role="alert" className={styles.refused}>
          {error}
        </p>
      )}
      <div className={styles.marks}>
        <SavedMark
          at={saving.isSuccess && !((isTyped || isLong) && typed !== undefined) ? saving.submittedAt : undefined}
        />
        {isEdited && (
          <EditedMark
            label={label}
            delivered={kind === 'check' || isLong ? undefined : deliveredText}
            editor={editor}
            onUse={mayEdit && !isUndelivered ? () => save(delivered ?? null) : undefined}
          />
        )}
      </div>
    </div>
  );
}

const LONG_ROWS = 12;

/** Formatted text becomes HTML, lines become paragraphs; what is HTML already stays, although editors colour it. */
function pasteHtml(event: ClipboardEvent<HTMLTextAreaElement>, onType: (text: string) => void): void {
  const { clipboardData, currentTarget } = event;
  const html = clipboardData.getData('text/html');
  const plain = clipboardData.getData('text/plain');
  const words = /^\s*</.test(plain) ? undefined : html ? cleanHtml(html) : toParagraphs(plain);
  if (words === undefined) return;
  event.preventDefault();
  currentTarget.setRangeText(words, currentTarget.selectionStart, currentTarget.selectionEnd, 'end');
  onType(currentTarget.value);
}

const cleanHtml = (html: string): string =>
  new DOMParser()
    .parseFromString(html, 'text/html')
    .body.innerHTML.replaceAll(/<!--.*?-->/gs, '')
    .trim();

/** Undefined for a single line, and for lines with tags. */
function toParagraphs(text: string): string | undefined {
  const lines = text.trim().replaceAll(/\r\n?/g, '\n');
  if (!lines.includes('\n') || /<\/[a-z]|<(p|br)\b/i.test(lines)) return undefined;
  const escaped = lines.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

/** Old files are in Windows' encoding. */
async function readHtml(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
