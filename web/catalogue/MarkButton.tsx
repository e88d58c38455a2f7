import type { ComponentProps } from 'react';
import { Button } from '../design/Button.tsx';
import { classNames, nameWithTooltip } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import styles from './Marks.module.css';

export interface MarkButtonProps
  extends Pick<ComponentProps<typeof IconButton>, 'variant' | 'size' | 'tabIndex' | 'className'> {
  /** Shows the word beside the icon, where there is room and no pointer to hover. */
  hasWord?: boolean;
}

interface Props
  extends MarkButtonProps,
    Pick<ComponentProps<typeof IconButton>, 'icon' | 'iconSize' | 'filled' | 'label' | 'disabled' | 'onClick'> {
  isOn: boolean;
  word: string;
  /** What a press does now; the name stays the same, because screen readers do not speak a new one. */
  tooltip: string;
}

/** Sets or clears a mark. */
export function MarkButton({ isOn, word, hasWord, tooltip, className, ...props }: Props) {
  const accented = classNames(isOn && styles.accent, className);
  if (!hasWord) return <IconButton {...props} title={tooltip} className={accented} pressed={isOn} />;
  const { icon, filled, label, disabled, onClick } = props;
  return (
    <Button
      {...nameWithTooltip(label, tooltip)}
      className={accented}
      icon={icon}
      iconFilled={filled}
      aria-pressed={isOn}
      disabled={disabled}
      onClick={onClick}
    >
      {word}
    </Button>
  );
}
