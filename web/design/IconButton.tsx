import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';

interface Look {
  icon: LucideIcon;
  /** What it does, for ears and as the hint under the pointer. */
  label: string;
  size?: 'small' | 'medium' | 'large';
  /** Pixels of the icon itself. */
  iconSize?: number;
  filled?: boolean;
  /** `solid` is paper-coloured, `accent` amber; both for the one main control of a place. */
  look?: 'plain' | 'solid' | 'accent';
}

interface Props extends Look, Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Set for a switch: on or off. */
  pressed?: boolean;
}

/** A round button with an icon; `pressed` makes it a switch. */
export function IconButton({ icon, label, size, iconSize, filled, look, pressed, className, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(looks(size, look), className)}
    >
      <Icon of={icon} size={iconSize} filled={filled} />
    </button>
  );
}

/** The same for an address. */
export function IconLink({
  icon,
  label,
  size,
  iconSize,
  look,
  className,
  ...rest
}: Look & Omit<ComponentProps<'a'>, 'children' | 'aria-label'>) {
  return (
    <a title={label} {...rest} aria-label={label} className={classNames(looks(size, look), className)}>
      <Icon of={icon} size={iconSize} />
    </a>
  );
}

function looks(size: Look['size'] = 'medium', look: Look['look'] = 'plain'): string {
  return classNames(styles.button, styles[size], styles[look]);
}
