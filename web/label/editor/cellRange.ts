import { useState } from 'react';
import { fieldId, type TrackField, trackColumns } from '../editorFields.ts';

export interface Position {
  /** A trackid, or the row of all selected tracks. */
  row: string;
  field: TrackField;
}

export const gridFields = trackColumns.map(([field]) => field);
const firstField: TrackField = 'title';

/** The cell of an event. */
export const positionAt = (target: EventTarget): Position | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-field]') : null;
  return cell ? { row: cell.dataset['row'] ?? '', field: cell.dataset['field'] as TrackField } : undefined;
};

/** The focused cell of the table, and the rectangle of chosen cells between it and its anchor. */
export function useCellRange(rows: readonly string[]) {
  const [focused, setFocused] = useState<Position>();
  /** The corner of the chosen cells that is opposite the focused one. */
  const [anchor, setAnchor] = useState<Position>();
  const active: Position = focused && rows.includes(focused.row) ? focused : { row: rows[0] ?? '', field: firstField };
  const from = anchor && rows.includes(anchor.row) ? anchor : active;
  const [firstRow, lastRow] = sortPair(rows.indexOf(from.row), rows.indexOf(active.row));
  const [firstColumn, lastColumn] = sortPair(gridFields.indexOf(from.field), gridFields.indexOf(active.field));

  const focusCell = (position: Position, isExtending = false) => {
    setAnchor(isExtending ? from : undefined);
    document.getElementById(fieldId(position.field, position.row))?.focus();
  };
  return {
    active,
    hasAnchor: anchor !== undefined,
    firstRow,
    firstColumn,
    chosenRows: rows.slice(firstRow, lastRow + 1),
    chosenFields: gridFields.slice(firstColumn, lastColumn + 1),
    setFocused,
    focusCell,
    /** A cell chosen after this one makes a rectangle with it, or nothing is chosen but the focused cell. */
    setAnchored: (isAnchored: boolean) => setAnchor(isAnchored ? from : undefined),
    chooseAll() {
      const [first = '', last = ''] = [rows[0], rows.at(-1)];
      focusCell({ row: last, field: gridFields.at(-1) ?? firstField });
      setAnchor({ row: first, field: firstField });
    },
    /** Moves the focus by rows and columns, as far as the table goes. */
    focusBeside: (down: number, right: number, isExtending = false) =>
      focusCell(
        {
          row: rows[clamp(rows.indexOf(active.row) + down, rows.length)] ?? '',
          field: gridFields[clamp(gridFields.indexOf(active.field) + right, gridFields.length)] ?? firstField,
        },
        isExtending,
      ),
    /** To the next or former cell, over the ends of rows. False at either end of the table. */
    focusNext(step: 1 | -1): boolean {
      const index = rows.indexOf(active.row) * gridFields.length + gridFields.indexOf(active.field) + step;
      const row = rows[Math.floor(index / gridFields.length)];
      const field = gridFields[(index + gridFields.length) % gridFields.length];
      if (row === undefined || field === undefined) return false;
      focusCell({ row, field });
      return true;
    },
  };
}

const sortPair = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const;
const clamp = (index: number, length: number) => Math.max(0, Math.min(length - 1, index));
