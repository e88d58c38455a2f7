import { ListMusic, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { type Choice, SearchList } from '../design/SearchList.tsx';
import { useText } from '../platform/text.ts';
import { audioOf, useAdding } from './adding.ts';
import { useAbstracts } from './data.ts';
import { tellFailure } from './failed.ts';
import styles from './Picker.module.css';
import { openFormFor, type ToAdd } from './pickerStore.ts';

const NEW = 'new';

/** Which playlist something goes to: those that there are, and a new one (C-TRACK-06). */
export function Picker({ toAdd, onClose }: { toAdd: ToAdd; onClose: () => void }) {
  const t = useText();
  const adding = useAdding();
  const { abstracts, isError, refetch } = useAbstracts();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const fitting = abstracts?.filter((playlist) => folded(playlist.name).includes(folded(name))) ?? [];
  const choices = fitting.map(
    (playlist): Choice => ({
      id: playlist.playlistid,
      text: playlist.name,
      note: t('playlist.tracks', { count: playlist.tracks }),
      sign: <Icon of={ListMusic} size={18} />,
    }),
  );
  async function makeNew() {
    try {
      openFormFor(toAdd.title, await audioOf(toAdd), name);
    } catch (failure) {
      tellFailure(t, failure);
    }
  }
  function choose(id: string) {
    const playlist = fitting.find(({ playlistid }) => playlistid === id);
    onClose();
    void (playlist ? adding(playlist, toAdd) : makeNew());
  }
  return (
    <SearchList
      label={t('playlist.choose')}
      placeholder={t('playlist.choose')}
      typed={typed}
      onType={setTyped}
      choices={choices}
      last={{
        id: NEW,
        text: name ? t('playlist.create-named', { name }) : t('playlist.new'),
        sign: <Icon of={Plus} size={18} />,
      }}
      onChoose={choose}
    >
      {!abstracts && (
        <div className={styles.state} role={isError ? 'alert' : 'status'}>
          {t(isError ? 'playlist.failed-title' : 'common.loading')}
          {isError && (
            <Button size="small" onClick={() => void refetch()}>
              {t('playlist.retry')}
            </Button>
          )}
        </div>
      )}
    </SearchList>
  );
}

/** Whatever the case and the accents. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
