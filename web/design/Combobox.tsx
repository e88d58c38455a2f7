import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import styles from './List.module.css';
import { Popover } from './Popover.tsx';

export const COMBOBOX_POPOVER_PX = 216;

interface PopoverProps extends Pick<ComponentProps<typeof Popover>, 'trigger' | 'placement' | 'onClose' | 'children'> {
  label: string;
  /** Pixels. */
  width: number;
}

/** A popover for a combobox, at the button that opens it. */
export const ComboboxPopover = ({ label, width, ...props }: PopoverProps) => (
  <Popover
    {...props}
    aria-label={label}
    maxHeight={COMBOBOX_POPOVER_PX}
    style={{ width, height: COMBOBOX_POPOVER_PX }}
  />
);

export interface ComboboxOption {
  id: string;
  text: string;
  /** Quiet text at the end of the line. */
  note?: string;
  icon?: ReactNode;
}

export interface ComboboxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Only options that match `value`. */
  options: readonly ComboboxOption[];
  /** Always the last option: creates what the list does not have. */
  createOption?: ComboboxOption | undefined;
  /** Said when there is no option. */
  empty?: string | undefined;
  onSelect: (id: string) => void;
  /** Between the input and the list: loading or error state. */
  children?: ReactNode;
}

/** An input above a filtered list. The arrow keys move through the list while the input keeps the focus. */
export function Combobox({
  label,
  placeholder,
  value,
  onChange,
  options,
  createOption,
  empty,
  onSelect,
  children,
}: ComboboxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // A dialog around the popover takes back the focus of an `autoFocus`: the popover is not yet registered as its child.
  useEffect(() => input.current?.focus(), []);
  const all = createOption ? [...options, createOption] : options;
  const [activeIndex, setActiveIndex] = useState(0);
  const active = Math.min(activeIndex, all.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  function activate(index: number) {
    if (all.length === 0) return;
    const wrapped = (index + all.length) % all.length;
    setActiveIndex(wrapped);
    document.getElementById(optionId(wrapped))?.scrollIntoView({ block: 'nearest' });
  }
  function handleKey(event: KeyboardEvent) {
    const option = all[active];
    if (event.key === 'ArrowDown') activate(active + 1);
    else if (event.key === 'ArrowUp') activate(active - 1);
    else if (event.key === 'Enter' && option) onSelect(option.id);
    else return;
    event.preventDefault();
  }
  const renderOption = (option: ComboboxOption, index: number) => (
    <button
      key={option.id}
      id={optionId(index)}
      type="button"
      role="option"
      aria-selected={index === active}
      data-focused={index === active || undefined}
      tabIndex={-1}
      className={classNames(styles.item, styles.accented)}
      // The focus stays in the input, also when the option goes.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => setActiveIndex(index)}
      onClick={() => onSelect(option.id)}
    >
      {option.icon}
      <span className={styles.text} data-tooltip={option.text}>
        <bdi>{option.text}</bdi>
      </span>
      {option.note && <span className={styles.note}>{option.note}</span>}
    </button>
  );
  return (
    <div className={styles.combobox}>
      <input
        ref={input}
        type="text"
        role="combobox"
        className={classNames('control', styles.input)}
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={all.length > 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => {
          setActiveIndex(0);
          onChange(target.value);
        }}
        onKeyDown={handleKey}
      />
      {children}
      {all.length === 0 && empty && (
        <p role="status" className={styles.empty}>
          {empty}
        </p>
      )}
      <div id={id} role="listbox" aria-label={label} className={styles.list}>
        <div role="presentation" className={styles.options}>
          {options.map(renderOption)}
        </div>
        {createOption && renderOption(createOption, options.length)}
      </div>
    </div>
  );
}
