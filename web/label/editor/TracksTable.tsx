import type { StaffDocument } from '@promenade/contract/label';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ArrowDownToLine, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useMoveLabels } from '../../catalogue/moveLabels.ts';
import sections from '../../console/sections.module.css';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Reorder, useRowKey } from '../../design/Reorder.tsx';
import { useText } from '../../platform/text.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { checkFields, fieldId } from '../editorFields.ts';
import { listLanguages } from '../languages.ts';
import { gridFields, type Position } from './cellRange.ts';
import { describeCheck, groupChecks } from './checkGroups.ts';
import { EditedNote, SavedMark } from './FieldMarks.tsx';
import { SELECTED, type TrackGrid, useTrackGrid } from './grid.ts';
import { useGridEvents } from './gridEvents.ts';
import { TrackFacts } from './TrackFacts.tsx';
import styles from './TracksTable.module.css';
import { CellInput, TrackTableRow } from './TrackTableRow.tsx';
import { formatCell, listChoices } from './trackCells.ts';

const MarkerPanel = lazyPart(async () => (await import('./MarkerPanel.tsx')).MarkerPanel);
const ReplaceRecording = lazyPart(async () => (await import('./ReplaceRecording.tsx')).ReplaceRecording);

/** The tracks: a table to type in, a list to read on phones. */
export function TracksTable({ data }: { data: StaffDocument }) {
  const isCompact = useBelow(MOBILE_BELOW_PX);
  return isCompact ? <TrackFacts data={data} /> : <TracksGrid data={data} />;
}

function TracksGrid({ data }: { data: StaffDocument }) {
  const t = useText();
  const { release, document } = data;
  const moveLabels = useMoveLabels();
  const rowKey = useRowKey();
  const grid = useTrackGrid(data);
  const events = useGridEvents(grid);
  const [replaced, setReplaced] = useState<string>();
  const { mayEdit, edits, range, selected, selectedIds, toggleSelected } = grid;
  const { order } = edits;
  const { active } = range;
  const nameRow = (row: string) =>
    row === SELECTED ? t('label.selected-tracks', { count: selectedIds.length }) : (document.tracks[row]?.title ?? '');
  const renderCells = (row: string) =>
    gridFields.map((field) => (
      <Cell key={field} data={data} grid={grid} at={{ row, field }} track={nameRow(row)} onEditKey={events.onEditKey} />
    ));
  return (
    <>
      {mayEdit && (
        <div className={styles.tools}>
          <Button size="small" icon={Undo2} disabled={!edits.canUndo} onClick={edits.undo}>
            {t('label.undo')}
          </Button>
          <Button size="small" icon={ArrowDownToLine} onClick={() => (grid.fillDown(), range.focusCell(active, true))}>
            {t('label.fill-down')}
          </Button>
          <p id={KEYS_ID} className={sections.hint}>
            {t('label.table-keys')}
          </p>
        </div>
      )}
      <Reorder
        ids={order}
        labels={moveLabels}
        onMove={(from, to) => void edits.move(order.toSpliced(from, 1).toSpliced(to, 0, order[from] ?? ''))}
      >
        <div className={styles.scroller}>
          <table
            {...events.table}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is marked up as a table
            role="grid"
            aria-readonly={!mayEdit}
            className={styles.table}
            aria-label={t('label.editor-tracks')}
            aria-describedby={mayEdit ? KEYS_ID : undefined}
            aria-multiselectable
          >
            <thead>
              <tr>
                <th scope="col">{t('label.track')}</th>
                {gridFields.map((field) => (
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
                  mayEdit={mayEdit}
                  isSelected={selected.has(trackid)}
                  tabIndex={trackid === active.row ? 0 : -1}
                  onSelect={() => toggleSelected(trackid)}
                  onReplace={mayEdit && release.labelid !== null ? () => setReplaced(trackid) : undefined}
                >
                  {renderCells(trackid)}
                </TrackTableRow>
              ))}
            </tbody>
          </table>
        </div>
      </Reorder>
      <ActiveCell data={data} grid={grid} />
      {replaced !== undefined && (
        <ReplaceRecording
          release={release}
          trackid={replaced}
          title={nameRow(replaced)}
          onClose={() => setReplaced(undefined)}
        />
      )}
      <MarkerPanel
        key={active.row}
        releaseid={release.releaseid}
        track={data.tracks.find(({ trackid }) => trackid === active.row)}
        title={nameRow(active.row)}
        markers={document.tracks[active.row]}
        mayEdit={mayEdit}
        onSet={(field, seconds) => grid.write([{ row: active.row, field, text: seconds.toFixed(3) }])}
      />
    </>
  );
}

interface GridProps {
  data: StaffDocument;
  grid: TrackGrid;
}

interface CellProps extends GridProps {
  at: Position;
  /** Names the row. */
  track: string;
  onEditKey: (event: KeyboardEvent) => void;
}

function Cell({ data: { checks, edited }, grid, at, track, onEditKey }: CellProps) {
  const t = useText();
  const { row, field } = at;
  const { active, chosenRows, chosenFields } = grid.range;
  const text = grid.readText(at);
  const isActive = row === active.row && field === active.field;
  const hasCheck = checks.some(({ code, trackid }) => trackid === row && checkFields[code] === field);
  return (
    <td
      id={fieldId(field, row)}
      data-row={row}
      data-field={field}
      className={styles.cell}
      tabIndex={isActive && grid.editedText === undefined ? 0 : -1}
      aria-selected={chosenRows.includes(row) && chosenFields.includes(field)}
      aria-invalid={grid.errorAt(at) !== undefined || undefined}
      aria-describedby={isActive ? LINE_ID : undefined}
      data-check={hasCheck || undefined}
      data-edited={`tracks.${row}.${field}` in edited || undefined}
      data-tooltip={text}
    >
      {isActive && grid.editedText !== undefined ? (
        <CellInput
          label={t('label.cell', { field: t(`label.field-${field}`), track })}
          options={field === 'explicit' ? listChoices(field).map((value) => grid.choiceText(field, value)) : []}
          suggestions={field === 'language' ? listLanguages().map(({ name }) => name) : []}
          initial={grid.editedText}
          onKeyDown={onEditKey}
          onType={grid.keepEdited}
          onLeave={grid.stopEditing}
        />
      ) : text === undefined ? (
        <i>{t('label.mixed')}</i>
      ) : (
        <bdi>{text}</bdi>
      )}
    </td>
  );
}

/** What there is to say of the focused cell. */
function ActiveCell({ data, grid: { mayEdit, edits, range, choiceText, pastedBeyond, errorAt } }: GridProps) {
  const t = useText();
  const { row, field } = range.active;
  const error = errorAt(range.active) ?? edits.failure;
  const delivered = formatCell(data.delivered.tracks[row], field, choiceText);
  const checks = groupChecks({ ...data, checks: data.checks.filter(({ trackid }) => trackid === row) })
    .filter(([{ code }]) => checkFields[code] === field)
    .map((group) => describeCheck(t, data, group));
  return (
    <div id={LINE_ID} className={styles.line}>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {pastedBeyond > 0 && <p role="status">{t('label.paste-left', { count: pastedBeyond })}</p>}
      {row !== SELECTED && formatCell(data.document.tracks[row], field, choiceText) !== delivered && (
        <EditedNote
          label={t(`label.field-${field}`)}
          delivered={delivered}
          editor={data.edited[`tracks.${row}.${field}`]}
          onUse={mayEdit ? () => edits.useDelivered(row, field) : undefined}
        />
      )}
      {checks.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <SavedMark at={error ? undefined : edits.savedAt} />
    </div>
  );
}

const LINE_ID = 'tracks-line';
const KEYS_ID = 'tracks-keys';
