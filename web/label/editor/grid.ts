import type { StaffDocument } from '@promenade/contract/label';
import { useRef, useState } from 'react';
import { gridFields, type Position, useCellRange } from './cellRange.ts';
import { useChoiceText } from './TrackFacts.tsx';
import { formatClipboard, listChoices, parseClipboard } from './trackCells.ts';
import { useTrackEdits } from './trackEdits.ts';

/** The row that edits all selected tracks at once. */
export const SELECTED = 'selected';

export type TrackGrid = ReturnType<typeof useTrackGrid>;

/** The rows and cells of the table of tracks, and what is typed, filled, pasted and cleared in them. */
export function useTrackGrid(data: StaffDocument) {
  const { mayedit } = data;
  const choiceText = useChoiceText();
  const edits = useTrackEdits(data, choiceText);
  const { order } = edits;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** What the control of the focused cell begins with; undefined: it is not edited. */
  const [editedText, setEditedText] = useState<string>();
  /** Pasted values for which there was no cell. */
  const [pastedBeyond, setPastedBeyond] = useState(0);
  const isCancelled = useRef(false);

  const selectedIds = order.filter((trackid) => selected.has(trackid));
  const rows = [...(selectedIds.length > 1 ? [SELECTED] : []), ...order];
  const range = useCellRange(rows);
  const { active, chosenRows, chosenFields } = range;
  const idsOf = (row: string) => (row === SELECTED ? selectedIds : [row]);

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
  const writeChosen = (text: string) =>
    write(chosenRows.flatMap((row) => chosenFields.map((field) => ({ row, field, text }))));
  /** Keeps what is typed in the focused cell until it is saved. */
  const keepEdited = (text: string | undefined) =>
    edits.keep(
      idsOf(active.row).map((trackid) => ({ trackid, field: active.field })),
      text,
    );

  return {
    mayEdit: mayedit,
    edits,
    choiceText,
    selected,
    selectedIds,
    rows,
    range,
    editedText,
    pastedBeyond,
    readText,
    errorAt,
    write,
    keepEdited,
    toggleSelected(trackid: string) {
      const next = new Set(selected);
      if (!next.delete(trackid)) next.add(trackid);
      setSelected(next);
    },
    /** Edits the focused cell, from what it has or from a first letter. A cell with two values gets the other one. */
    startEditing(letter?: string) {
      if (!mayedit) return;
      range.setAnchored(false);
      setPastedBeyond(0);
      if (active.field === 'stream_only') {
        const isOn = readText(active) === choiceText('stream_only', 'true');
        write([{ ...active, text: choiceText('stream_only', String(!isOn)) }]);
      } else if (active.field === 'explicit' && letter !== undefined) {
        const options = listChoices('explicit').map((value) => choiceText('explicit', value));
        setEditedText(options.find((option) => option.toLowerCase().startsWith(letter.toLowerCase())) ?? '');
      } else setEditedText(letter ?? readText(active) ?? '');
    },
    /** The control that is left next saves nothing. */
    cancelEditing() {
      isCancelled.current = true;
    },
    stopEditing(typed: string) {
      // A text that could not be saved is tried again.
      const isChanged = typed !== (readText(active) ?? '') || errorAt(active) !== undefined;
      keepEdited(undefined);
      if (isChanged && !isCancelled.current) write([{ ...active, text: typed }]);
      isCancelled.current = false;
      setEditedText(undefined);
    },
    clear: () => writeChosen(''),
    /** Copies the first chosen row into those below it; a single one is filled from the row above it. */
    fillDown() {
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
    },
    copy: () => formatClipboard(chosenRows.map((row) => chosenFields.map((field) => readText({ row, field }) ?? ''))),
    /** One value goes into all chosen cells, several into the cells from the first chosen one on. */
    paste(clipboard: string) {
      const lines = parseClipboard(clipboard);
      const [first = [''], ...others] = lines;
      setPastedBeyond(0);
      if (others.length === 0 && first.length === 1) return writeChosen(first[0] ?? '');
      const cells = lines.flatMap((line, down) =>
        line.flatMap((text, right) => {
          const [row, field] = [rows[range.firstRow + down], gridFields[range.firstColumn + right]];
          return row === undefined || field === undefined ? [] : [{ row, field, text }];
        }),
      );
      setPastedBeyond(lines.flat().length - cells.length);
      return write(cells);
    },
  };
}
