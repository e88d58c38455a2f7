import type { StaffDocument } from '@promenade/contract/label';
import type { HistoryEntry } from '@promenade/contract/releaseHistory';
import { useState } from 'react';
import sections from '../../console/sections.module.css';
import { formatTime } from '../../console/times.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';

import { useText } from '../../platform/text.ts';
import { describeValue, longFields, releaseFields, trackFields } from '../editorFields.ts';
import { useHistory, useUndoChange } from './editorData.ts';
import styles from './ReleaseEditor.module.css';
import { describeSaveFailure } from './saveFailure.ts';

interface Change {
  field:
    | (typeof releaseFields)[number][0]
    | (typeof trackFields)[number][0]
    | 'packages'
    | 'promo'
    | 'cover'
    | 'attachments';
  /** Of a track: its place. */
  place: number | undefined;
  before: unknown;
  after: unknown;
}

/** Who changed what, newest first. */
export function History({ releaseid, data }: { releaseid: string; data: StaffDocument }) {
  const t = useText();
  const { data: history } = useHistory(releaseid);
  const undoing = useUndoChange(releaseid);
  const [refused, setRefused] = useState<{ changeid: string; reason: string | undefined }>();
  const [asked, setAsked] = useState<{ changeid: string; later: number }>();
  const undo = (changeid: string) =>
    undoing.mutate(changeid, {
      onSuccess: () => setRefused(undefined),
      onError: (failure) => setRefused({ changeid, reason: describeSaveFailure(failure, t) }),
    });
  /** Asks before later deliveries and recordings go with this one. */
  const ask = (entry: HistoryEntry) => {
    const deliveries = history?.items.filter(({ action }) => DELIVERIES.includes(action)) ?? [];
    const later = Math.max(0, deliveries.indexOf(entry));
    if (later > 0) setAsked({ changeid: entry.changeid, later });
    else undo(entry.changeid);
  };
  const nameOf = ({ field, place }: Change) => {
    const name = t(`label.field-${field}`);
    return place === undefined ? name : t('label.of-track', { field: name, place });
  };
  return (
    <section>
      <h2 className={sections.heading}>{t('label.history')}</h2>
      <ol className={styles.history}>
        {history?.items.map((entry) => {
          const date = formatTime(entry.at);
          return (
            <li key={entry.changeid}>
              <p className={sections.hint}>
                {entry.by ? t('label.history-by', { name: entry.by, date }) : t('label.history-system', { date })}
              </p>
              {entry.action !== EDIT && <p>{t(`label.history-${actions[entry.action] ?? 'change'}`)}</p>}
              {entry.action === EDIT && 'recipients' in (entry.after ?? {}) && <p>{t('label.history-audience')}</p>}
              {entry.action === EDIT &&
                listChanges(entry, data).map((change) => (
                  <p key={`${change.place} ${change.field}`} className={styles.change}>
                    {longFields.includes(change.field)
                      ? t('label.change-long', { field: nameOf(change) })
                      : t('label.change', {
                          field: nameOf(change),
                          before: describeValue(t, change.field, change.before),
                          after: describeValue(t, change.field, change.after),
                        })}
                  </p>
                ))}
              {entry.undoable && data.mayedit && (
                <Button
                  size="small"
                  busy={undoing.isPending && undoing.variables === entry.changeid}
                  onClick={() => ask(entry)}
                >
                  {t('label.set-back')}
                </Button>
              )}
              {refused?.reason && refused.changeid === entry.changeid && <Banner kind="error" title={refused.reason} />}
            </li>
          );
        })}
      </ol>
      {asked && (
        <ConfirmDialog
          title={t('label.set-back-title')}
          message={t('label.set-back-later', { count: asked.later })}
          confirmLabel={t('label.set-back')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => {
            setAsked(undefined);
            undo(asked.changeid);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Setting one back gives the release the tracks and facts that it had before it, whatever came later. */
const DELIVERIES = ['import.update', 'import.undo', 'release.recording'];
const EDIT = 'release.edit';
const actions: Record<
  string,
  | 'create'
  | 'import'
  | 'import-undone'
  | 'recording'
  | 'withdraw'
  | 'restore'
  | 'publish'
  | 'audience'
  | 'cancel-mail'
  | 'change-mail'
> = {
  'import.create': 'create',
  'import.update': 'import',
  'import.undo': 'import-undone',
  'release.recording': 'recording',
  'release.withdraw': 'withdraw',
  'release.restore': 'restore',
  'release.publish': 'publish',
  'release.addresses': 'audience',
  'release.lists': 'audience',
  'release.exclude': 'audience',
  'release.include': 'audience',
  'release.cancel-mail': 'cancel-mail',
  'release.change-mail': 'change-mail',
};

type Values = Record<string, unknown>;

/** The changed fields that the form shows. */
function listChanges({ before, after }: HistoryEntry, { document }: StaffDocument): Change[] {
  const pick = (
    fields: readonly (readonly [Change['field'], ...unknown[]])[],
    old: Values,
    now: Values,
    place?: number,
  ) =>
    fields
      .filter(([field]) => field in now || field in old)
      .map(([field]) => ({ field, place, before: old[field], after: now[field] }));
  const [old, now] = [before ?? {}, after ?? {}];
  const oldTracks = (old['tracks'] ?? {}) as Record<string, Values>;
  const nowTracks = (now['tracks'] ?? {}) as Record<string, Values>;
  const trackids = [...new Set([...Object.keys(oldTracks), ...Object.keys(nowTracks)])];
  return [
    ...pick([...releaseFields, ['packages'], ['promo'], ['cover'], ['attachments']], old, now),
    ...trackids.flatMap((trackid) =>
      pick(trackFields, oldTracks[trackid] ?? {}, nowTracks[trackid] ?? {}, document.tracks[trackid]?.ordinal ?? 0),
    ),
  ];
}
