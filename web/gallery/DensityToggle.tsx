import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { Rows3, Rows4 } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';

/** Switches between comfortable and compact rows, except on phones; persisted. */
export function DensityToggle() {
  const t = useText();
  const density = useSettings((setting) => setting.density);
  const nextDensity = density === 'compact' ? 'comfortable' : 'compact';
  if (useBelow(MOBILE_BELOW_PX)) return null;
  return (
    <IconButton
      icon={nextDensity === 'compact' ? Rows4 : Rows3}
      label={t(`gallery.rows-${nextDensity}`)}
      onClick={() => useSettings.setState({ density: nextDensity })}
    />
  );
}
