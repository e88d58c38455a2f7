import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { COMBOBOX_POPOVER_PX } from '../design/Combobox.tsx';
import { classNames } from '../design/classNames.ts';
import styles from '../design/Field.module.css';
import { Icon } from '../design/Icon.tsx';
import { Popover } from '../design/Popover.tsx';
import { useText } from '../platform/text.ts';

const POPOVER_WIDTH_PX = 380;
const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  /** The picker. */
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
  const opener = { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) } as const;
  const popover = isOpen && (
    <PickerPopover label={label} trigger={button} onClose={() => setOpen(false)}>
      {children}
    </PickerPopover>
  );
  return { button, opener, popover };
}

interface PopoverProps extends Props {
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const PickerPopover = ({ label, trigger, onClose, children }: PopoverProps) => (
  <Popover
    aria-label={label}
    trigger={trigger}
    onClose={onClose}
    placement="bottom start"
    maxHeight={COMBOBOX_POPOVER_PX}
    style={{ width: POPOVER_WIDTH_PX, height: COMBOBOX_POPOVER_PX }}
  >
    {children(onClose)}
  </Popover>
);

/**
 * The text of a field, and the same text once typing pauses.
 * @param kept state that outlives the picker; by default the text goes when it closes
 */
export function usePickerFilter(kept?: readonly [string | undefined, (text: string | undefined) => void]) {
  const own = useState<string>();
  const [text = '', setTyped] = kept ?? own;
  const setText = (typed: string) => setTyped(typed || undefined);
  const [filter, setFilter] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setFilter(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, filter };
}

/** Whether a result of an earlier filter fits what is typed now. */
export const hasWords = (found: string, text: string): boolean =>
  text
    .trim()
    .split(/\s+/)
    .every((word) => found.toLowerCase().includes(word.toLowerCase()));
