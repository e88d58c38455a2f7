import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Combobox, type ComboboxOption, ComboboxPopover, type ComboboxProps } from '../design/Combobox.tsx';
import { classNames } from '../design/classNames.ts';
import styles from '../design/Field.module.css';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';

const POPOVER_WIDTH_PX = 380;
const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a picker.
 * @param text of the button, instead of its label
 * @param typed what is typed in the picker and not taken yet
 */
export function PickerButton({ icon, label, text = label, typed, children }: ButtonProps) {
  const t = useText();
  const { button, opener, popover } = usePicker(label, children);
  return (
    <>
      <Button {...opener} ref={button} size="small" icon={icon} aria-label={label}>
        {typed === undefined || opener['aria-expanded'] ? text : t('common.typed', { text, typed })}
      </Button>
      {popover}
    </>
  );
}

interface ButtonProps extends Props {
  icon: LucideIcon;
  text?: string;
  typed?: string | undefined;
}

/** A field that shows what was chosen and opens a picker. */
export function PickerField({ label, text, disabled, children }: Props & { text: string; disabled?: boolean }) {
  const id = useId();
  const { button, opener, popover } = usePicker(label, children);
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.box}>
        <button
          {...opener}
          ref={button}
          type="button"
          disabled={disabled}
          className={classNames('control', styles.input, styles.select, styles.opener)}
          aria-labelledby={`${id}-label ${id}-text`}
        >
          <span id={`${id}-text`} className="ellipsis">
            {text}
          </span>
        </button>
        <span className={styles.arrow}>
          <Icon icon={ChevronDown} size={18} />
        </span>
      </div>
      {popover}
    </div>
  );
}

function usePicker(label: string, children: Props['children']) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const opener = { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) } as const;
  const popover = isOpen && (
    <ComboboxPopover label={label} trigger={button} placement="bottom start" width={POPOVER_WIDTH_PX} onClose={close}>
      {children(close)}
    </ComboboxPopover>
  );
  return { button, opener, popover };
}

/** As `useTypedText` gives it. */
export type Typed = readonly [string | undefined, (text: string | undefined) => void];

interface SearchProps<Item> extends Pick<ComboboxProps, 'label' | 'placeholder' | 'empty'> {
  /** What is typed, if it outlives the picker. */
  typed?: Typed;
  /** Finds what has a text in it. Placeholders are narrowed by what is typed, so that Enter takes nothing else. */
  useFound: (filter: string) => { data?: { items: readonly Item[] } | undefined; isPlaceholderData: boolean };
  /** Undefined: it is not offered. `words` are what it is found by, instead of its text. */
  toOption: (item: Item) => (ComboboxOption & { words?: string }) | undefined;
  /** The last option, by what is typed and found. */
  createOption?: (text: string, items: readonly Item[]) => ComboboxOption | undefined;
  /** Undefined: the last option. Else what is typed goes. */
  onSelect: (item: Item | undefined) => void;
}

/** Picks one of many by typing. */
export function SearchPicker<Item>(props: SearchProps<Item>) {
  const { typed, useFound, toOption, createOption, empty, onSelect, ...field } = props;
  const own = useState<string>();
  const [text = '', setText] = typed ?? own;
  const [filter, setFilter] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setFilter(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isPlaceholderData } = useFound(filter);
  const items = data?.items ?? [];
  const isLoaded = filter === text.trim() && !isPlaceholderData;
  const found = items
    .map((item) => ({ item, option: toOption(item) }))
    .filter(({ option }) => option && (isLoaded || hasWords(option.words ?? option.text, text)));
  return (
    <Combobox
      {...field}
      value={text}
      onChange={(typed) => setText(typed || undefined)}
      options={found.flatMap(({ option }) => option ?? [])}
      createOption={createOption?.(text, items)}
      empty={isLoaded ? empty : undefined}
      onSelect={(id) => {
        const chosen = found.find(({ option }) => option?.id === id);
        if (chosen) setText(undefined);
        onSelect(chosen?.item);
      }}
    />
  );
}

const hasWords = (found: string, text: string): boolean =>
  text
    .trim()
    .split(/\s+/)
    .every((word) => found.toLowerCase().includes(word.toLowerCase()));
