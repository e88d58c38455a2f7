import type { StaffDocument } from '@promenade/contract/label';
import { useEffect, useState } from 'react';
import { keepTyped, readTyped } from '../../console/typedText.ts';
import { listRefusedFields } from '../../platform/errorText.ts';
import { useText } from '../../platform/text.ts';
import { type TrackField, trackColumns } from '../editorFields.ts';
import { useChangeRelease } from './editorData.ts';
import { describeRule, describeSaveFailure } from './saveFailure.ts';
import {
  type CellText,
  type ChoiceText,
  cellKey,
  formatCell,
  invertPatch,
  orderTracks,
  parseCell,
  patchOrder,
  type TracksPatch,
} from './trackCells.ts';

interface Unsaved {
  text: string;
  /** Undefined while it is being saved. */
  error?: string | undefined;
}

/**
 * The texts of the table of tracks and their changes. A text that is not accepted, or cannot be saved, stays in its cell
 * with a sentence until another is typed.
 */
export function useTrackEdits(
  { release: { releaseid }, document: { tracks }, delivered }: StaffDocument,
  choiceText: ChoiceText,
) {
  const t = useText();
  const { mutateAsync, isPending, isSuccess, submittedAt } = useChangeRelease(releaseid);
  const prefix = `edit ${releaseid} `;
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, Unsaved>>>(() =>
    Object.fromEntries(
      listTypedCells(prefix, tracks).map(([key, text]) => [key, { text, error: t('label.not-saved') }]),
    ),
  );
  useEffect(() => {
    for (const [key] of listTypedCells(prefix, tracks)) if (!(key in unsaved)) keepTyped(prefix + key, undefined);
    for (const [key, { text }] of Object.entries(unsaved)) keepTyped(prefix + key, text);
    // oxlint-disable-next-line react/exhaustive-deps -- the cells that are typed in now change no track
  }, [prefix, unsaved]);
  const [movedOrder, setMovedOrder] = useState<readonly string[]>();
  const [undoable, setUndoable] = useState<readonly TracksPatch[]>([]);
  const [failure, setFailure] = useState<string>();

  async function save(patch: TracksPatch, isUndo = false): Promise<void> {
    const keys = Object.entries(patch).flatMap(([trackid, fields]) =>
      Object.keys(fields).map((field) => `${trackid} ${field}`),
    );
    const former = invertPatch(tracks, patch);
    setFailure(undefined);
    // Undoing may come before it is saved: changes are sent one after another.
    if (!isUndo) setUndoable((all) => [...all, former]);
    try {
      await mutateAsync({ tracks: patch });
      setUnsaved((all) => omit(all, ([key, { error }]) => keys.includes(key) && error === undefined));
    } catch (failure) {
      const error = describeSaveFailure(failure, t) ?? t('label.not-saved');
      const refused = listRefusedFields(failure).map((path) => path.split('.').slice(1).join(' '));
      const isNamed = refused.some((key) => keys.includes(key));
      setFailure(error);
      setUndoable((all) => all.filter((other) => other !== former));
      setUnsaved((all) =>
        Object.fromEntries(
          Object.entries(all).map(([key, cell]) => [
            key,
            keys.includes(key)
              ? { ...cell, error: isNamed && !refused.includes(key) ? t('label.not-saved') : error }
              : cell,
          ]),
        ),
      );
    }
  }

  return {
    order: movedOrder ?? orderTracks(tracks),
    getText: (trackid: string, field: TrackField): string =>
      unsaved[cellKey({ trackid, field })]?.text ?? formatCell(tracks[trackid], field, choiceText),
    getError: (trackid: string, field: TrackField): string | undefined => unsaved[cellKey({ trackid, field })]?.error,
    /** Keeps the text of cells that are being typed in, for after a reload; undefined: none. */
    keep(cells: readonly Pick<CellText, 'trackid' | 'field'>[], text: string | undefined): void {
      for (const cell of cells) keepTyped(prefix + cellKey(cell), text ?? unsaved[cellKey(cell)]?.text);
    },
    /** When the last change was made that is saved. */
    savedAt: isSuccess && !isPending ? submittedAt : undefined,
    /** Why the last change was not saved. */
    failure,
    canUndo: undoable.length > 0,
    /** Saves all texts that are accepted in one change. */
    write(cells: readonly CellText[]): void {
      const patch: TracksPatch = {};
      const typed = cells.map((cell): [string, Unsaved | undefined] => {
        const { trackid, field, text } = cell;
        const value = parseCell(cell, choiceText);
        const isSame = JSON.stringify(value) === JSON.stringify(tracks[trackid]?.[field] ?? null);
        if (isSame || text === formatCell(tracks[trackid], field, choiceText)) return [cellKey(cell), undefined];
        if (value === undefined) return [cellKey(cell), { text, error: describeRule(field, t) }];
        patch[trackid] = { ...patch[trackid], [field]: value };
        return [cellKey(cell), { text }];
      });
      setUnsaved((all) => Object.fromEntries(Object.entries({ ...all, ...Object.fromEntries(typed) }).filter(isTyped)));
      if (Object.keys(patch).length > 0) void save(patch);
    },
    async move(order: readonly string[]): Promise<void> {
      const patch = patchOrder(tracks, order);
      setMovedOrder(order);
      await save(patch);
      setMovedOrder(undefined);
    },
    useDelivered(trackid: string, field: TrackField): void {
      setUnsaved((all) => omit(all, ([key]) => key === cellKey({ trackid, field })));
      void save(invertPatch(delivered.tracks, { [trackid]: { [field]: null } }));
    },
    undo(): void {
      const patch = undoable.at(-1);
      if (!patch) return;
      setUndoable(undoable.slice(0, -1));
      void save(patch, true);
    },
  };
}

const columns: readonly string[] = trackColumns.map(([field]) => field);

/** Texts of cells that were typed and not saved. */
const listTypedCells = (prefix: string, tracks: StaffDocument['document']['tracks']) =>
  Object.entries(readTyped(prefix)).filter(([key]) => {
    const [trackid = '', field = ''] = key.split(' ');
    return trackid in tracks && columns.includes(field);
  });

const isTyped = (entry: [string, Unsaved | undefined]): entry is [string, Unsaved] => entry[1] !== undefined;

const omit = (all: Readonly<Record<string, Unsaved>>, isOmitted: (entry: [string, Unsaved]) => boolean) =>
  Object.fromEntries(Object.entries(all).filter((entry) => !isOmitted(entry)));
