import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

interface Look {
  /** `primary` is the one amber thing of a view; `plain` has no edge. */
  look?: 'primary' | 'secondary' | 'plain';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its place. */
  wide?: boolean;
  icon?: LucideIcon;
  iconFilled?: boolean;
  children: ReactNode;
}

interface Props extends Look, Omit<ComponentProps<'button'>, 'children'> {
  /** Work is under way: a second press does nothing, the words stay. */
  busy?: boolean;
}

/** A button with words. */
export function Button({ look, size, wide, icon, iconFilled, busy, children, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(looks({ look, size, wide }), className)}
    >
      {busy ? <Spinner /> : icon && <Icon of={icon} size={18} filled={iconFilled} />}
      {children}
    </button>
  );
}

/** The class of a button, for links that a router renders. */
export function looks({ look = 'secondary', size = 'medium', wide }: Omit<Look, 'children'>): string {
  return classNames(styles.button, styles[look], styles[size], wide && styles.wide);
}
