import type { LucideIcon } from 'lucide-react';

interface Props {
  of: LucideIcon;
  /** Pixels. */
  size?: number;
  /** Filled with its own colour: play, pause. */
  filled?: boolean;
}

/** An icon in the weight of this product. Never named by itself: the control around it is. */
export function Icon({ of: Shape, size = 20, filled }: Props) {
  return <Shape size={size} strokeWidth={1.75} fill={filled ? 'currentColor' : 'none'} aria-hidden focusable={false} />;
}
