import { ERROR_CLEAR_MS, PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { TextArea } from '../design/TextArea.tsx';
import { TextField } from '../design/TextField.tsx';
import { errorText } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { useText } from '../platform/text.ts';
import styles from './PlaylistForm.module.css';
import { closeDialog } from './pickerStore.ts';
import { useSaving } from './saving.ts';

interface Props {
  /** What is edited; without it a new one is made. */
  playlist: Playlist | undefined;
  /** The name of a new one to begin with. */
  suggested: string | undefined;
}

/** Makes a playlist, or gives one another name and description (C-PLAYLIST-06). */
export function PlaylistForm({ playlist, suggested = '' }: Props) {
  const t = useText();
  const [name, setName] = useState((playlist?.name ?? suggested).slice(0, PLAYLIST_NAME_MAX));
  const [desc, setDesc] = useState(playlist?.desc ?? '');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const field = useRef<HTMLFormElement>(null);
  const isEmpty = name.trim() === '';
  const [hasError, setError] = useClearing(isEmpty);
  const save = useSaving(playlist);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isEmpty) {
      setError(true);
      field.current?.querySelector('input')?.focus();
    }
    if (isEmpty || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await save({ name: name.trim(), desc: desc.trim() });
      closeDialog();
    } catch (refusal) {
      logged('A playlist could not be saved', refusal);
      setFailure(refusal);
      setBusy(false);
    }
  }

  return (
    <LazyDialog kind="form" title={t(playlist ? 'playlist.edit-title' : 'playlist.create-title')} onClose={closeDialog}>
      <form ref={field} className={styles.form} noValidate onSubmit={submit}>
        {failure !== undefined && (
          <Banner kind="error" title={t(errorText(failure).title)}>
            {t(errorText(failure).message)}
          </Banner>
        )}
        <TextField
          label={t('playlist.name')}
          name="name"
          autoComplete="off"
          autoFocus
          value={name}
          maxLength={PLAYLIST_NAME_MAX}
          onChange={({ target }) => setName(target.value.slice(0, PLAYLIST_NAME_MAX))}
          error={hasError ? t('playlist.playlist-name-input-error') : ''}
        />
        <TextArea
          label={t('playlist.desc')}
          name="desc"
          rows={3}
          value={desc}
          maxLength={PLAYLIST_DESC_MAX}
          counter={t('playlist.counter', { length: desc.length, max: PLAYLIST_DESC_MAX })}
          onChange={({ target }) => setDesc(target.value.slice(0, PLAYLIST_DESC_MAX))}
        />
        <div className={styles.answers}>
          <Button look="plain" onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t(playlist ? 'playlist.save' : 'playlist.create')}
          </Button>
        </div>
      </form>
    </LazyDialog>
  );
}

/** An error that goes 300 ms after there is something in the field (C-PLAYLIST-08). */
function useClearing(isEmpty: boolean): [boolean, (hasError: boolean) => void] {
  const [hasError, setError] = useState(false);
  useEffect(() => {
    if (!hasError || isEmpty) return;
    const timer = setTimeout(() => setError(false), ERROR_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [hasError, isEmpty]);
  return [hasError, setError];
}
