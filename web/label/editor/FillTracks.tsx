import type { CheckCode, StaffDocument } from '@promenade/contract/label';
import { useTypedText } from '../../console/typedText.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../platform/notices.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { useChangeRelease } from './editorData.ts';
import styles from './ReleaseEditor.module.css';
import { invertPatch } from './trackCells.ts';

interface Props {
  data: StaffDocument;
  code: CheckCode;
  /** The tracks that lack the value. */
  trackids: readonly string[];
}

/** Sets a value that tracks lack for all of them; nothing for checks that no single value settles. */
export function FillTracks({ data, code, trackids }: Props) {
  const t = useText();
  const { releaseid } = data.release;
  const changing = useChangeRelease(releaseid);
  const [composer = '', setComposer] = useTypedText(`fill ${releaseid} composer`);
  const fill = (field: 'explicit' | 'composer', value: string) => {
    const tracks = Object.fromEntries(trackids.map((trackid) => [trackid, { [field]: value }]));
    const former = invertPatch(data.document.tracks, tracks);
    changing.mutate(
      { tracks },
      {
        onSuccess: () => {
          setComposer(undefined);
          notify({
            category: 'operatorDone',
            message: t('label.filled', { field: t(`label.field-${field}`), count: trackids.length }),
            undo: () => changing.mutate({ tracks: former }, { onError: (failure) => notifyFailure(failure) }),
          });
        },
        onError: (failure) => notifyFailure(failure),
      },
    );
  };
  if (!data.mayedit) return null;
  if (code === 'EXPLICIT_UNKNOWN')
    return (
      <span className={styles.fill}>
        {t('label.fill-all', { count: trackids.length })}
        {(['clean', 'explicit'] as const).map((value) => (
          <Button key={value} size="small" disabled={changing.isPending} onClick={() => fill('explicit', value)}>
            {t(`label.explicit-${value}`)}
          </Button>
        ))}
      </span>
    );
  if (code !== 'NO_COMPOSER') return null;
  return (
    <form
      noValidate
      className={styles.fill}
      onSubmit={(event) => {
        event.preventDefault();
        fill('composer', composer.trim());
      }}
    >
      <label className={styles.fill}>
        {t('label.fill-composer', { count: trackids.length })}
        <input
          className="control"
          dir="auto"
          value={composer}
          onChange={({ target }) => setComposer(target.value || undefined)}
        />
      </label>
      <Button type="submit" size="small" disabled={composer.trim() === ''} busy={changing.isPending}>
        {t('label.fill')}
      </Button>
    </form>
  );
}
