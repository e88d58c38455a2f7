import type { StaffDocument } from '@promenade/contract/label';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ArrowDownToLine, Undo2 } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import { useMoveLabels } from '../../catalogue/moveLabels.ts';
import { Button } from '../../design/Button.tsx';
import { getPressedKey } from '../../design/keyTargets.ts';
import { lazyPart } from '../../design/lazyPart.ts';
import { Reorder, useRowKey } from '../../design/Reorder.tsx';
import { useText } from '../../platform/text.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { type Position, positionAt, useCellRange } from './cellRange.ts';
import { describeCheck, groupChecks } from './checkGroups.ts';
import { checkFields, fieldId, type TrackField, trackColumns } from './editorFields.ts';
import { EditedNote, SavedMark } from './FieldMarks.tsx';
import { listLanguages } from './languages.ts';
import editorStyles from './ReleaseEditor.module.css';
import { TrackFacts, useChoiceText } from './TrackFacts.tsx';
import styles from './TracksTable.module.css';
import { CellInput, TrackTableRow } from './TrackTableRow.tsx';
import { formatCell, formatClipboard, listChoices, parseClipboard } from './trackCells.ts';
import { useTrackEdits } from './trackEdits.ts';

const HookPanel = lazyPart(async () => (await import('./HookPanel.tsx')).HookPanel);
const ReplaceRecording = lazyPart(async () => (await import('./ReplaceRecording.tsx')).ReplaceRecording);

/** The row that edits all selected tracks at once. */
const SELECTED = 'selected';
const fields = trackColumns.map(([field]) => field);

/** The tracks: a table to type in, a list to read on phones. */
export function TracksTable({ data }: { data: StaffDocument }) {
  const isCompact = useBelow(MOBILE_BELOW_PX);
  return isCompact ? <TrackFacts data={data} /> : <TracksGrid data={data} />;
}

function TracksGrid({ data }: { data: StaffDocument }) {
  const {
    mayedit,
    document: { tracks },
  } = data;
  const t = useText();
  const moveLabels = useMoveLabels();
  const rowKey = useRowKey();
  const choiceText = useChoiceText();
  const edits = useTrackEdits(data, choiceText);
  const { order } = edits;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** What the control of the focused cell begins with; undefined: it is not edited. */
  const [editedText, setEditedText] = useState<string>();
  const [note, setNote] = useState<string>();
  const [replaced, setReplaced] = useState<string>();
  const isCancelled = useRef(false);
  const isLeaving = useRef(false);
  const wasFocused = useRef(false);

  const selectedIds = order.filter((trackid) => selected.has(trackid));
  const rows = [...(selectedIds.length > 1 ? [SELECTED] : []), ...order];
  const idsOf = (row: string) => (row === SELECTED ? selectedIds : [row]);
  const range = useCellRange(rows);
  const { active, chosenRows, chosenFields, focusCell, focusBeside, focusNext } = range;

  /** Undefined when the tracks of a row differ. */
  const readText = ({ row, field }: Position): string | undefined => {
    const texts = new Set(idsOf(row).map((trackid) => edits.getText(trackid, field)));
    return texts.size > 1 ? undefined : [...texts][0];
  };
  const errorAt = ({ row, field }: Position) =>
    idsOf(row)
      .map((trackid) => edits.getError(trackid, field))
      .find(Boolean);
  const write = (cells: readonly (Position & { text: string })[]) =>
    edits.write(cells.flatMap(({ row, field, text }) => idsOf(row).map((trackid) => ({ trackid, field, text }))));

  const startEditing = (text?: string) => {
    if (!mayedit) return;
    range.setAnchored(false);
    setNote(undefined);
    if (active.field === 'explicit' && text !== undefined) {
      const options = listChoices('explicit').map((value) => choiceText('explicit', value));
      return setEditedText(options.find((option) => option.toLowerCase().startsWith(text.toLowerCase())) ?? '');
    }
    if (active.field !== 'stream_only') return setEditedText(text ?? readText(active) ?? '');
    const isOn = readText(active) === choiceText('stream_only', 'true');
    return write([{ ...active, text: choiceText('stream_only', String(!isOn)) }]);
  };
  const keepEdited = (text: string | undefined) =>
    edits.keep(
      idsOf(active.row).map((trackid) => ({ trackid, field: active.field })),
      text,
    );
  const stopEditing = (typed: string) => {
    // A text that could not be saved is tried again.
    const isChanged = typed !== (readText(active) ?? '') || errorAt(active) !== undefined;
    keepEdited(undefined);
    if (isChanged && !isCancelled.current) write([{ ...active, text: typed }]);
    isCancelled.current = false;
    setEditedText(undefined);
  };
  const fillDown = () => {
    const isOneRow = chosenRows.length === 1;
    const source = isOneRow ? rows[range.firstRow - 1] : chosenRows[0];
    const targets = isOneRow ? chosenRows : chosenRows.slice(1);
    if (source === undefined) return;
    write(
      chosenFields.flatMap((field) => {
        const text = readText({ row: source, field });
        return text === undefined ? [] : targets.map((row) => ({ row, field, text }));
      }),
    );
  };
  const paste = (text: string) => {
    const lines = parseClipboard(text);
    const [first = [''], ...others] = lines;
    const isOneValue = others.length === 0 && first.length === 1;
    const cells = isOneValue
      ? chosenRows.flatMap((row) => chosenFields.map((field) => ({ row, field, text: first[0] ?? '' })))
      : lines.flatMap((line, down) =>
          line.flatMap((text, right) => {
            const [row, field] = [rows[range.firstRow + down], fields[range.firstColumn + right]];
            return row === undefined || field === undefined ? [] : [{ row, field, text }];
          }),
        );
    const left = lines.flat().length - cells.length;
    setNote(!isOneValue && left > 0 ? t('label.paste-left', { count: left }) : undefined);
    write(cells);
  };
  const toggleSelected = (trackid: string) => {
    const next = new Set(selected);
    if (!next.delete(trackid)) next.add(trackid);
    setSelected(next);
  };

  function handleKey(event: KeyboardEvent) {
    const { key, shiftKey, altKey } = event;
    const hasCommand = event.ctrlKey || event.metaKey;
    if (event.target instanceof Element && !event.target.matches('td')) return;
    const isLeavingNow = isLeaving.current && key === 'Tab';
    isLeaving.current = key === 'Escape' && !range.hasAnchor;
    const edge = hasCommand ? rows.length : 1;
    const sideEdge = hasCommand ? fields.length : 1;
    const command = hasCommand
      ? `Ctrl+${getPressedKey(event.nativeEvent)}`
      : key.length === 1
        ? key.toLowerCase()
        : key;
    const keyActions: Record<string, (() => unknown) | undefined> = {
      ArrowDown: () => focusBeside(edge, 0, shiftKey),
      ArrowUp: () => focusBeside(-edge, 0, shiftKey),
      ArrowRight: () => focusBeside(0, sideEdge, shiftKey),
      ArrowLeft: () => focusBeside(0, -sideEdge, shiftKey),
      Home: () => focusBeside(hasCommand ? -rows.length : 0, -fields.length, shiftKey),
      End: () => focusBeside(hasCommand ? rows.length : 0, fields.length, shiftKey),
      Escape: range.hasAnchor ? () => range.setAnchored(false) : undefined,
      Enter: () => startEditing(),
      F2: () => startEditing(),
      ' ': () => (shiftKey && active.row !== SELECTED ? toggleSelected(active.row) : startEditing()),
      Delete: mayedit ? clearChosen : undefined,
      Backspace: mayedit ? clearChosen : undefined,
      'Ctrl+z': mayedit && !shiftKey ? edits.undo : undefined,
      'Ctrl+d': mayedit ? fillDown : undefined,
      'Ctrl+a': range.chooseAll,
    };
    const isTab = key === 'Tab' && !isLeavingNow && !hasCommand;
    const action =
      keyActions[command] ??
      keyActions[/^(Arrow|Home|End)/.test(key) ? key : ''] ??
      (key.length === 1 && !hasCommand && !altKey && mayedit ? () => startEditing(key) : undefined);
    if (isTab ? !focusNext(shiftKey ? -1 : 1) : !action) return;
    if (!isTab) action?.();
    event.preventDefault();
    event.stopPropagation();
  }
  function clearChosen() {
    write(chosenRows.flatMap((row) => chosenFields.map((field) => ({ row, field, text: '' }))));
  }
  function handleEditKey(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    event.stopPropagation();
    if (key === 'Escape') {
      isCancelled.current = true;
      focusCell(active);
    } else if (key === 'Enter') focusBeside(shiftKey ? -1 : 1, 0);
    else if (key !== 'Tab' || !focusNext(shiftKey ? -1 : 1)) return;
    event.preventDefault();
  }
  function handleCopy(event: ClipboardEvent) {
    if (editedText !== undefined) return;
    const texts = chosenRows.map((row) => chosenFields.map((field) => readText({ row, field }) ?? ''));
    event.clipboardData.setData('text/plain', formatClipboard(texts));
    event.preventDefault();
    if (event.type === 'cut' && mayedit) clearChosen();
  }
  function handlePaste(event: ClipboardEvent) {
    if (editedText !== undefined || !mayedit) return;
    event.preventDefault();
    paste(event.clipboardData.getData('text/plain'));
  }
  function handleFocus({ target }: SyntheticEvent) {
    const position = positionAt(target);
    if (position && target instanceof HTMLTableCellElement) range.setFocused(position);
  }
  function handlePointerDown(event: PointerEvent) {
    const position = positionAt(event.target);
    wasFocused.current = editedText === undefined && document.activeElement === event.target;
    if (!position || editedText !== undefined) return;
    range.setAnchored(event.shiftKey);
  }
  function handlePointerOver(event: PointerEvent) {
    const position = positionAt(event.target);
    if (!position || event.buttons !== 1 || editedText !== undefined || event.pointerType !== 'mouse') return;
    if (position.row !== active.row || position.field !== active.field) focusCell(position, true);
  }
  const move = (fromIndex: number, to: number) =>
    void edits.move(order.toSpliced(fromIndex, 1).toSpliced(to, 0, order[fromIndex] ?? ''));

  const renderCells = (row: string) =>
    fields.map((field) => {
      const text = readText({ row, field });
      const isActive = row === active.row && field === active.field;
      const isChosen = chosenRows.includes(row) && chosenFields.includes(field);
      const isMixed = text === undefined;
      return (
        <td
          key={field}
          id={fieldId(field, row)}
          data-row={row}
          data-field={field}
          className={styles.cell}
          tabIndex={isActive && editedText === undefined ? 0 : -1}
          aria-selected={isChosen}
          aria-invalid={errorAt({ row, field }) !== undefined || undefined}
          aria-describedby={isActive ? LINE_ID : undefined}
          data-check={hasCheck(data, row, field) || undefined}
          data-edited={`tracks.${row}.${field}` in data.edited || undefined}
          data-tooltip={text}
        >
          {isActive && editedText !== undefined ? (
            <CellInput
              label={t('label.cell', { field: t(`label.field-${field}`), track: nameRow(row) })}
              options={field === 'explicit' ? listChoices(field).map((value) => choiceText(field, value)) : []}
              suggestions={field === 'language' ? listLanguages().map(({ name }) => name) : []}
              initial={editedText}
              onKeyDown={handleEditKey}
              onType={keepEdited}
              onLeave={stopEditing}
            />
          ) : isMixed ? (
            <i>{t('label.mixed')}</i>
          ) : (
            <bdi>{text}</bdi>
          )}
        </td>
      );
    });
  const nameRow = (row: string) =>
    row === SELECTED ? t('label.selected-tracks', { count: selectedIds.length }) : (tracks[row]?.title ?? '');
  const error = errorAt(active) ?? edits.failure;
  const delivered = formatCell(data.delivered.tracks[active.row], active.field, choiceText);
  const checksOfActive = groupChecks({ ...data, checks: data.checks.filter(({ trackid }) => trackid === active.row) })
    .filter(([{ code }]) => checkFields[code] === active.field)
    .map((group) => describeCheck(t, data, group));

  return (
    <>
      {mayedit && (
        <div className={styles.tools}>
          <Button size="small" icon={Undo2} disabled={!edits.canUndo} onClick={edits.undo}>
            {t('label.undo')}
          </Button>
          <Button size="small" icon={ArrowDownToLine} onClick={() => (fillDown(), focusCell(active, true))}>
            {t('label.fill-down')}
          </Button>
          <p id={KEYS_ID} className={editorStyles.hint}>
            {t('label.table-keys')}
          </p>
        </div>
      )}
      <Reorder ids={order} labels={moveLabels} onMove={move}>
        <div className={styles.scroller}>
          <table
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is marked up as a table
            role="grid"
            aria-readonly={!mayedit}
            className={styles.table}
            aria-label={t('label.editor-tracks')}
            aria-describedby={mayedit ? KEYS_ID : undefined}
            aria-multiselectable
            onKeyDown={handleKey}
            onCopy={handleCopy}
            onCut={handleCopy}
            onPaste={handlePaste}
            onFocus={handleFocus}
            onPointerDown={handlePointerDown}
            onPointerOver={handlePointerOver}
            onClick={({ target }) =>
              wasFocused.current && positionAt(target) && editedText === undefined && startEditing()
            }
          >
            <thead>
              <tr>
                <th scope="col">{t('label.track')}</th>
                {fields.map((field) => (
                  <th key={field} scope="col" data-field={field}>
                    {t(`label.field-${field}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {selectedIds.length > 1 && (
                <tr className={styles.selectedRow}>
                  <th scope="row">{nameRow(SELECTED)}</th>
                  {renderCells(SELECTED)}
                </tr>
              )}
              {order.map((trackid, index) => (
                <TrackTableRow
                  key={rowKey(trackid)}
                  trackid={trackid}
                  place={index + 1}
                  title={nameRow(trackid)}
                  mayEdit={mayedit}
                  isSelected={selected.has(trackid)}
                  tabIndex={trackid === active.row ? 0 : -1}
                  onSelect={() => toggleSelected(trackid)}
                  onReplace={mayedit && data.release.labelid !== null ? () => setReplaced(trackid) : undefined}
                >
                  {renderCells(trackid)}
                </TrackTableRow>
              ))}
            </tbody>
          </table>
        </div>
      </Reorder>
      <div id={LINE_ID} className={styles.line}>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        {note && <p role="status">{note}</p>}
        {active.row !== SELECTED && formatCell(tracks[active.row], active.field, choiceText) !== delivered && (
          <EditedNote
            label={t(`label.field-${active.field}`)}
            delivered={delivered}
            editor={data.edited[`tracks.${active.row}.${active.field}`]}
            onUse={mayedit ? () => edits.useDelivered(active.row, active.field) : undefined}
          />
        )}
        {checksOfActive.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <SavedMark at={error ? undefined : edits.savedAt} />
      </div>
      {replaced !== undefined && (
        <ReplaceRecording
          release={data.release}
          trackid={replaced}
          title={nameRow(replaced)}
          onClose={() => setReplaced(undefined)}
        />
      )}
      <HookPanel
        key={active.row}
        releaseid={data.release.releaseid}
        track={data.tracks.find(({ trackid }) => trackid === active.row)}
        title={nameRow(active.row)}
        hookStart={tracks[active.row]?.hookstart}
        mayEdit={mayedit}
        onSet={(seconds) => write([{ row: active.row, field: 'hookstart', text: seconds.toFixed(1) }])}
      />
    </>
  );
}

const LINE_ID = 'tracks-line';
const KEYS_ID = 'tracks-keys';

const hasCheck = ({ checks }: StaffDocument, row: string, field: TrackField): boolean =>
  checks.some(({ code, trackid }) => trackid === row && checkFields[code] === field);
