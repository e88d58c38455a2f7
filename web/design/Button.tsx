import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { Spinner } from './Loading.tsx';

interface ButtonAppearance {
  /** `primary` is the one main action of a view; `plain` has no border. */
  variant?: 'primary' | 'secondary' | 'plain';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
  icon?: LucideIcon;
  iconFilled?: boolean;
  children: ReactNode;
}

interface Props extends ButtonAppearance, Omit<ComponentProps<'button'>, 'children'> {
  /** Shows a spinner and ignores clicks; the text stays. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  fullWidth,
  icon,
  iconFilled,
  busy,
  children,
  className,
  onClick,
  ...attributes
}: Props) {
  return (
    <button
      type="button"
      {...attributes}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass({ variant, size, fullWidth }), className)}
    >
      {busy ? <Spinner /> : icon && <Icon icon={icon} size={18} filled={iconFilled} />}
      {children}
    </button>
  );
}

/** The class of a button, for links rendered by the router. */
export function buttonClass({
  variant = 'secondary',
  size = 'medium',
  fullWidth,
}: Omit<ButtonAppearance, 'children'>): string {
  return classNames(styles.button, styles[variant], styles[size], fullWidth && styles.fullWidth);
}
