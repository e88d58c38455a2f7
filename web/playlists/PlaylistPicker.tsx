import { ListMusic, Plus } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Combobox, type ComboboxOption, ComboboxPopover } from '../design/Combobox.tsx';
import { Icon } from '../design/Icon.tsx';
import { getPressedKey, hasModifier } from '../design/keyTargets.ts';
import { foldText } from '../platform/format.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import { useAllPlaylists } from './data.ts';
import { openFormForTracks, type TracksToAdd } from './dialogStore.ts';
import styles from './PlaylistPicker.module.css';
import { loadAudioTracks, notifyPlaylistFailure, useAddToPlaylist } from './playlistActions.ts';

const POPOVER_WIDTH_PX = 300;

interface Props {
  toAdd: TracksToAdd;
  onClose: () => void;
}

/** The picker in a popover at the button that opened it (requirement C-CONST-15). */
export function PickerPopover({ trigger, ...props }: Props & { trigger: RefObject<HTMLElement | null> }) {
  const t = useText();
  return (
    <ComboboxPopover
      label={t('playlist.add-named', { title: props.toAdd.title })}
      trigger={trigger}
      width={POPOVER_WIDTH_PX}
      onClose={props.onClose}
    >
      <PlaylistPicker {...props} />
    </ComboboxPopover>
  );
}

/** Adds tracks to one of the account's playlists or to a new one (requirement C-TRACK-06). */
export function PlaylistPicker({ toAdd, onClose }: Props) {
  const t = useText();
  const addToPlaylist = useAddToPlaylist();
  const { playlists, isError, refetch } = useAllPlaylists();
  const [text, setText] = useState('');
  const name = text.trim();
  const matches = playlists?.filter((playlist) => foldText(playlist.name).includes(foldText(name))) ?? [];
  const options = matches.map(
    (playlist): ComboboxOption => ({
      id: playlist.playlistid,
      text: playlist.name,
      note: t('playlist.tracks', { count: playlist.tracks }),
      icon: <Icon icon={ListMusic} size={18} />,
    }),
  );
  async function createPlaylist() {
    try {
      openFormForTracks(toAdd.title, await loadAudioTracks(toAdd), name, toAdd.onPick);
    } catch (failure) {
      notifyPlaylistFailure(failure);
    }
  }
  const isKeyed = useSettings((setting) => setting.hasLetterKeys) && toAdd.last !== undefined && text === '';
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!toAdd.last || getPressedKey(event) !== 'p' || hasModifier(event) || event.repeat) return;
      event.preventDefault();
      onClose();
      void addToPlaylist(toAdd.last, toAdd);
    };
    if (isKeyed) document.addEventListener('keydown', handleKey, { capture: true });
    return () => document.removeEventListener('keydown', handleKey, { capture: true });
  }, [isKeyed, toAdd, addToPlaylist, onClose]);
  function select(id: string) {
    const playlist = matches.find(({ playlistid }) => playlistid === id);
    onClose();
    void (playlist ? addToPlaylist(playlist, toAdd) : createPlaylist());
  }
  return (
    <Combobox
      label={t('playlist.choose')}
      placeholder={t('playlist.choose')}
      value={text}
      onChange={setText}
      options={options}
      createOption={{
        id: 'new',
        text: name ? t('playlist.create-named', { name }) : t('playlist.new'),
        icon: <Icon icon={Plus} size={18} />,
      }}
      onSelect={select}
    >
      {isKeyed && <p className={styles.state}>{t('playlist.p-again', { name: toAdd.last?.name ?? '' })}</p>}
      {!playlists && (
        <div className={styles.state} role={isError ? 'alert' : 'status'}>
          {t(isError ? 'playlist.failed-title' : 'common.loading')}
          {isError && (
            <Button size="small" onClick={() => void refetch()}>
              {t('playlist.retry')}
            </Button>
          )}
        </div>
      )}
    </Combobox>
  );
}
