import { FileUp } from 'lucide-react';
import { type FocusEvent, type InputEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { IconButton } from '../../design/IconButton.tsx';
import { ReorderHandle, useReorderRow } from '../../design/Reorder.tsx';
import { useText } from '../../platform/text.ts';
import styles from './TracksTable.module.css';

interface RowProps {
  trackid: string;
  /** From 1. */
  place: number;
  title: string;
  mayEdit: boolean;
  isSelected: boolean;
  tabIndex: number;
  onSelect: () => void;
  onReplace: (() => void) | undefined;
  children: ReactNode;
}

export function TrackTableRow({
  trackid,
  place,
  title,
  mayEdit,
  isSelected,
  tabIndex,
  onSelect,
  onReplace,
  children,
}: RowProps) {
  const t = useText();
  const { ref, style, isDragging, handle } = useReorderRow(trackid);
  return (
    <tr ref={ref} style={style} data-dragging={isDragging || undefined}>
      <th scope="row">
        <span className={styles.rowHead}>
          {mayEdit && (
            <>
              <ReorderHandle handle={handle} label={t('label.move-track', { place, title })} tabIndex={tabIndex} />
              <input
                type="checkbox"
                checked={isSelected}
                tabIndex={tabIndex}
                aria-label={t('label.select-track', { place, title })}
                onChange={onSelect}
              />
            </>
          )}
          {place}
          {onReplace && (
            <IconButton
              icon={FileUp}
              size="small"
              iconSize={16}
              label={t('label.replace-recording-of', { title })}
              tabIndex={tabIndex}
              onClick={onReplace}
            />
          )}
        </span>
      </th>
      {children}
    </tr>
  );
}

interface CellInputProps {
  label: string;
  /** A list to choose from instead of a text. */
  options: readonly string[];
  /** Texts that complete what is typed. */
  suggestions: readonly string[];
  /** The text when editing begins. */
  initial: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onType: (text: string) => void;
  onLeave: (text: string) => void;
}

/** The control of the cell that is edited. It keeps its text to itself until it is left. */
export function CellInput({ label, options, suggestions, initial, onKeyDown, onType, onLeave }: CellInputProps) {
  const id = useId();
  const shared = {
    'aria-label': label,
    className: styles.input,
    autoFocus: true,
    defaultValue: initial,
    onKeyDown,
    onInput: ({ currentTarget }: InputEvent<HTMLInputElement | HTMLSelectElement>) => onType(currentTarget.value),
    onBlur: ({ target }: FocusEvent<HTMLInputElement | HTMLSelectElement>) => onLeave(target.value),
  };
  if (options.length === 0)
    return (
      <>
        <input {...shared} list={suggestions.length > 0 ? id : undefined} />
        {suggestions.length > 0 && (
          <datalist id={id}>
            {suggestions.map((suggestion) => (
              <option key={suggestion}>{suggestion}</option>
            ))}
          </datalist>
        )}
      </>
    );
  return (
    <select {...shared}>
      {!options.includes(initial) && <option>{initial}</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
