import { ERROR_CLEAR_MS, PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import { useEffect, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { TextArea, TextField } from '../design/TextField.tsx';
import { getErrorText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import { useUnsavedDialog } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { closeDialog } from './dialogStore.ts';
import { useSavePlaylist } from './playlistActions.ts';

interface Props {
  /** The playlist to edit; undefined creates one. */
  playlist: Playlist | undefined;
  initialName: string | undefined;
}

/** Creates a playlist or edits its name and description (requirement C-PLAYLIST-06). */
export function PlaylistForm({ playlist, initialName = '' }: Props) {
  const t = useText();
  const initial = { name: (playlist?.name ?? initialName).slice(0, PLAYLIST_NAME_MAX), desc: playlist?.desc ?? '' };
  const [name, setName] = useState(initial.name);
  const [desc, setDesc] = useState(initial.desc);
  const { question, close } = useUnsavedDialog(name !== initial.name || desc !== initial.desc, closeDialog);
  const save = useSavePlaylist(playlist);
  const isEmpty = name.trim() === '';
  const { submit, isBusy, failure, errors, setErrors } = useSubmit<{ name?: true }>({
    validate: () => (isEmpty ? { name: true } : {}),
    send: async () => {
      await save({ name: name.trim(), desc: desc.trim() });
      closeDialog();
    },
  });
  const hasError = errors.name === true;
  // The error disappears some time after there is a name (requirement C-PLAYLIST-08).
  useEffect(() => {
    if (!hasError || isEmpty) return;
    const timer = setTimeout(() => setErrors({}), ERROR_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [hasError, isEmpty, setErrors]);

  return (
    <FormDialog
      title={t(playlist ? 'playlist.edit-title' : 'playlist.create-title')}
      question={question}
      onClose={close}
    >
      <form noValidate onSubmit={submit}>
        {failure !== undefined && (
          <Banner kind="error" title={t(getErrorText(failure).title)}>
            {t(getErrorText(failure).message, getErrorText(failure).values)}
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
        <DialogButtons
          confirm={t(playlist ? 'playlist.save' : 'playlist.create')}
          cancel={t('common.cancel')}
          busy={isBusy}
          onCancel={close}
        />
      </form>
    </FormDialog>
  );
}
