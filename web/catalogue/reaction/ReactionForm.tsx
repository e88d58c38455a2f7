import { type Reaction, ReactionKind, type Release } from '@promenade/contract/catalogue';
import { LINE_MAX, NOTE_MAX } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Checkbox } from '../../design/Checkbox.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { getPressedKey, hasModifier } from '../../design/keyTargets.ts';
import { LazyDialog } from '../../design/lazyPart.ts';
import { TextArea, TextField } from '../../design/TextField.tsx';
import { getRefusalText } from '../../platform/errorText.ts';
import { useSettings } from '../../platform/settingsStore.ts';
import { useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { formatDuration } from '../format.ts';
import styles from './ReactionForm.module.css';

/** A second of a track that a note can point at. */
export interface Moment {
  trackid: string;
  title: string;
  second: number;
}

interface Props {
  release: Release;
  /** What sounds now. */
  moment?: Moment | undefined;
  /** Chosen when the form opens. */
  initialKind?: Reaction['kind'] | undefined;
  /** Sends the reaction; what it throws is shown. */
  onReact: (reaction: Reaction) => Promise<void> | void;
  /** Takes the reaction back, where there is one. */
  onWithdraw?: (() => Promise<void> | void) | undefined;
  onClose: () => void;
}

const kinds = ReactionKind.options;

/** Asks what the account thinks of a release. The digits 1 to 3 choose and send at once, 4 asks which version. */
export function ReactionDialog(props: Props) {
  const t = useText();
  return (
    <LazyDialog kind="form" title={t('reaction.title')} onClose={props.onClose}>
      <ReactionForm {...props} />
    </LazyDialog>
  );
}

function ReactionForm({ release, moment, initialKind, onReact, onWithdraw, onClose }: Props) {
  const t = useText();
  const name = useId();
  const hasLetterKeys = useSettings((setting) => setting.hasLetterKeys);
  const [kind, setKind] = useState(initialKind ?? release.reaction?.kind);
  const [version, setVersion] = useState(release.reaction?.version ?? '');
  const [note, setNote] = useState(release.reaction?.note ?? '');
  const [named, setNamed] = useState(release.reaction?.named ?? false);
  const [pointsAt, setPointsAt] = useState(moment);
  // A digit chooses and submits before the next render.
  const chosen = useRef(kind);
  const versionField = useRef<HTMLInputElement>(null);
  const { submit, isBusy, failure, errors } = useSubmit({
    validate: () => (chosen.current ? {} : { kind: true }),
    send: async () => {
      if (!chosen.current) return;
      const hasMoment = note.trim() !== '' && pointsAt;
      await onReact({
        kind: chosen.current,
        version: chosen.current === 'version' ? version.trim() : '',
        note: note.trim(),
        trackid: hasMoment ? pointsAt.trackid : null,
        second: hasMoment ? Math.floor(pointsAt.second) : null,
        named,
      });
      onClose();
    },
  });
  function choose(next: Reaction['kind']) {
    chosen.current = next;
    setKind(next);
  }
  function handleKey(event: KeyboardEvent) {
    const pressed = kinds[Number(getPressedKey(event.nativeEvent)) - 1];
    if (!pressed || !hasLetterKeys || hasModifier(event) || event.repeat) return;
    event.preventDefault();
    // The field is there only then.
    flushSync(() => choose(pressed));
    if (pressed === 'version') versionField.current?.focus();
    else void submit();
  }
  function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.ctrlKey === event.metaKey) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }
  async function withdraw() {
    await onWithdraw?.();
    onClose();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys of all its fields.
    <form noValidate className={styles.form} onSubmit={submit} onKeyDown={sendByKey}>
      <p className={styles.lead}>
        <bdi>{release.title}</bdi>, <bdi>{release.artist}</bdi>
      </p>
      {failure !== undefined && (
        <Banner kind="error" title={t('reaction.failed')}>
          {getRefusalText(failure)}
        </Banner>
      )}
      <fieldset className={styles.kinds}>
        <legend className={styles.legend}>{t('reaction.question')}</legend>
        {kinds.map((option, index) => (
          <label key={option} className={styles.kind}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={kind === option}
              autoFocus={initialKind !== 'version' && (kind ? kind === option : index === 0)}
              aria-keyshortcuts={hasLetterKeys ? String(index + 1) : undefined}
              onChange={() => choose(option)}
              onKeyDown={handleKey}
            />
            <span className={styles.word}>{t(`reaction.${option}`)}</span>
            {hasLetterKeys && <kbd aria-hidden>{index + 1}</kbd>}
          </label>
        ))}
        {errors.kind && (
          <p className={styles.error} role="alert">
            {t('reaction.choose')}
          </p>
        )}
      </fieldset>
      {kind === 'version' && (
        <TextField
          label={t('reaction.which')}
          name="version"
          ref={versionField}
          autoFocus={initialKind === 'version'}
          maxLength={LINE_MAX}
          value={version}
          onChange={({ target }) => setVersion(target.value)}
        />
      )}
      <TextArea
        label={t('reaction.note')}
        name="note"
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        counter={t('contact.counter', { length: note.length, max: NOTE_MAX })}
        onChange={({ target }) => setNote(target.value)}
      />
      {pointsAt && note.trim() !== '' && (
        <p className={styles.moment}>
          <span>
            {t('reaction.moment', { time: formatDuration(pointsAt.second) })} · <bdi>{pointsAt.title}</bdi>
          </span>
          <IconButton icon={X} size="small" label={t('reaction.no-moment')} onClick={() => setPointsAt(undefined)} />
        </p>
      )}
      <Checkbox
        label={t('reaction.named')}
        hint={t('reaction.seen')}
        checked={named}
        onChange={({ target }) => setNamed(target.checked)}
      />
      {release.reaction && onWithdraw && (
        <Button variant="plain" onClick={() => void withdraw()}>
          {t('reaction.withdraw')}
        </Button>
      )}
      <DialogButtons confirm={t('reaction.send')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
    </form>
  );
}
