import type { LucideIcon } from 'lucide-react';

/** An icon hidden from screen readers: the control around it has the name. `size` is in pixels. */
export function Icon({ icon: Shape, size = 20, filled }: { icon: LucideIcon; size?: number; filled?: boolean }) {
  return <Shape size={size} strokeWidth={1.75} fill={filled ? 'currentColor' : 'none'} aria-hidden focusable={false} />;
}
