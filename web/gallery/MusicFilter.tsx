import { type RefObject, useState } from 'react';
import { getKeyCode, keysByCode } from '../catalogue/musicalKey.ts';
import { Checkbox } from '../design/Checkbox.tsx';
import { PopoverPanel } from '../design/Popover.tsx';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import { type Filters, toggleKey } from './filters.ts';
import styles from './MusicFilter.module.css';

const WIDTH_PX = 320;
const BPM_MAX = 999;

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Tempo and keys as a popover; a live region tells the number of releases left. */
export function MusicFilterPopover(
  props: Props & { total: number; button: RefObject<HTMLElement | null>; onClose: () => void },
) {
  const t = useText();
  const { total, button, onClose, ...rest } = props;
  return (
    <PopoverPanel label={t('filters.music')} trigger={button} width={WIDTH_PX} onClose={onClose}>
      <div className={styles.popover}>
        <MusicFilter {...rest} />
        <p className={styles.summary} role="status">
          {t('gallery.total', { count: total })}
        </p>
      </div>
    </PopoverPanel>
  );
}

/** A range of beats per minute, and keys by their code. */
export function MusicFilter({ filters, onChange }: Props) {
  const t = useText();
  const { keys, fits } = filters;
  return (
    <div className={styles.music}>
      <TempoRange bpm={filters.bpm} onChange={(bpm) => onChange({ ...filters, bpm })} />
      <fieldset className={styles.keys}>
        <legend className={styles.legend}>{t('filters.keys')}</legend>
        {keysByCode.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.key}
            aria-pressed={keys.includes(key)}
            aria-label={t('filters.key-named', { key, code: getKeyCode(key) })}
            data-tooltip={key}
            onClick={() => onChange(toggleKey(filters, key))}
          >
            {getKeyCode(key)}
          </button>
        ))}
      </fieldset>
      <Checkbox
        label={t('filters.fits')}
        hint={t('filters.fits-hint')}
        checked={fits}
        disabled={keys.length === 0}
        onChange={() => onChange({ ...filters, fits: !fits })}
      />
    </div>
  );
}

/** Applied by Enter and when both fields are left; an empty field is no limit. */
function TempoRange({ bpm, onChange }: { bpm: string; onChange: (bpm: string) => void }) {
  const t = useText();
  const [applied, setApplied] = useState(bpm);
  const [draft, setDraft] = useState(() => splitRange(bpm));
  if (applied !== bpm) {
    setApplied(bpm);
    setDraft(splitRange(bpm));
  }
  function apply() {
    const limits = [Number(draft.from) || 0, Number(draft.to) || BPM_MAX].toSorted((one, other) => one - other);
    const next = draft.from || draft.to ? limits.join('-') : '';
    if (next !== bpm) onChange(next);
  }
  return (
    <div className={styles.tempo}>
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`filters.bpm-${name}`)}
          name={`bpm-${name}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={draft[name]}
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value.replaceAll(/\D/g, '') })}
          onKeyDown={({ key }) => key === 'Enter' && apply()}
          onBlur={({ relatedTarget }) => !isTempoField(relatedTarget) && apply()}
        />
      ))}
    </div>
  );
}

const isTempoField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.name.startsWith('bpm-');

function splitRange(bpm: string): { from: string; to: string } {
  const [from = '', to = ''] = bpm.split('-').map((limit) => (Number(limit) % BPM_MAX === 0 ? '' : limit));
  return { from, to };
}
