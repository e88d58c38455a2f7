import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames, nameWithTooltip } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonAppearance {
  icon: LucideIcon;
  /** Accessible name and title. */
  label: string;
  size?: 'small' | 'medium' | 'large';
  /** Pixels. */
  iconSize?: number;
  filled?: boolean;
  /** `solid` has the text colour as background, `accent` the amber one; both for one main control. */
  variant?: 'plain' | 'solid' | 'accent';
}

interface Props extends IconButtonAppearance, Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Makes the button a toggle. */
  pressed?: boolean;
}

export function IconButton(props: Props) {
  const { icon, label, title, size, iconSize, filled, variant, pressed, className, ...attributes } = props;
  return (
    <button
      type="button"
      {...attributes}
      {...nameWithTooltip(label, title)}
      aria-pressed={pressed}
      className={classNames(iconButtonClass(size, variant), className)}
    >
      <Icon icon={icon} size={iconSize} filled={filled} />
    </button>
  );
}

export function IconLink({
  icon,
  label,
  size,
  iconSize,
  variant,
  title,
  className,
  ...attributes
}: IconButtonAppearance & Omit<ComponentProps<'a'>, 'children' | 'aria-label'>) {
  return (
    <a
      {...attributes}
      {...nameWithTooltip(label, title)}
      className={classNames(iconButtonClass(size, variant), className)}
    >
      <Icon icon={icon} size={iconSize} />
    </a>
  );
}

function iconButtonClass(
  size: IconButtonAppearance['size'] = 'medium',
  variant: IconButtonAppearance['variant'] = 'plain',
): string {
  return classNames(styles.button, styles[size], styles[variant]);
}
