import { LINE_MAX, NOTE_MAX } from '@promenade/contract/limits';
import { type ShelfItem, ShelfState, ShelfVote } from '@promenade/contract/shelf';
import { useId, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { Select } from '../design/Select.tsx';
import { TextArea, TextField } from '../design/TextField.tsx';
import { getRefusalText } from '../platform/errorText.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { useDecideShelf, useVoteShelf } from './data.ts';
import styles from './Shelf.module.css';
import { describePerson } from './ShelfColumns.tsx';

interface Props {
  item: ShelfItem;
  /** Names that are there already. */
  shows: readonly string[];
  onClose: () => void;
}

/** What the company decided about a release, who said what, and one's own vote and note. */
export function ShelfEntryDialog(props: Props) {
  const t = useText();
  return (
    <LazyDialog kind="form" title={t('shelf.entry')} onClose={props.onClose}>
      <EntryForm {...props} />
    </LazyDialog>
  );
}

function EntryForm({ item: { releaseid, title, artist, shelf }, shows, onClose }: Props) {
  const t = useText();
  const listId = useId();
  const ownid = useTokenClaims()?.playerid;
  const own = shelf.people.find(({ playerid }) => playerid === ownid);
  const [state, setState] = useState(shelf.state);
  const [show, setShow] = useState(shelf.show);
  const [day, setDay] = useState(shelf.day ?? '');
  const [vote, setVote] = useState(own?.vote ?? null);
  const [note, setNote] = useState(own?.note ?? '');
  const decide = useDecideShelf();
  const say = useVoteShelf();
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      const decision = {
        ...(state !== shelf.state && { state }),
        ...(show.trim() !== shelf.show && { show: show.trim() }),
        ...(day !== (shelf.day ?? '') && { day: day || null }),
      };
      if (Object.keys(decision).length > 0) await decide([releaseid], decision);
      if (vote !== (own?.vote ?? null) || note.trim() !== (own?.note ?? ''))
        await say(releaseid, { vote, note: note.trim() });
      onClose();
    },
  });
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>
        <bdi>{title}</bdi>, <bdi>{artist}</bdi>
      </p>
      {failure !== undefined && (
        <Banner kind="error" title={t('shelf.not-saved')}>
          {getRefusalText(failure)}
        </Banner>
      )}
      {shelf.people.length > 0 && (
        <ul className={styles.people} aria-label={t('shelf.people')}>
          {shelf.people.map((person) => (
            <li key={person.playerid}>
              <bdi>{describePerson(t, person)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {shelf.decidedby !== '' && <p className={styles.hint}>{t('shelf.decided-by', { name: shelf.decidedby })}</p>}
      <Select
        label={t('shelf.state')}
        autoFocus
        value={state}
        options={ShelfState.options.map((value) => ({ value, text: t(`shelf.state-${value}`) }))}
        onChange={({ target }) => setState(ShelfState.parse(target.value))}
      />
      <TextField
        label={t('shelf.show')}
        list={listId}
        maxLength={LINE_MAX}
        value={show}
        onChange={({ target }) => setShow(target.value)}
      />
      <datalist id={listId}>
        {shows.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <TextField label={t('shelf.day')} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      <Select
        label={t('shelf.own-vote')}
        placeholder={t('shelf.no-vote')}
        value={vote ?? ''}
        options={ShelfVote.options.map((value) => ({ value, text: t(`shelf.vote-${value}`) }))}
        onChange={({ target }) => setVote(ShelfVote.safeParse(target.value).data ?? null)}
      />
      <TextArea
        label={t('shelf.note')}
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        counter={t('contact.counter', { length: note.length, max: NOTE_MAX })}
        onChange={({ target }) => setNote(target.value)}
      />
      <DialogButtons confirm={t('shelf.save')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
    </form>
  );
}
