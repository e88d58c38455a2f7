import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';

const DensityToggle = lazyPart(async () => (await import('./DensityToggle.tsx')).DensityToggle);

/** Switches between cards and list, and the height of the list's rows; persisted (requirements C-SHELL-10, C-PERSIST-04). */
export function ViewToggle() {
  const t = useText();
  const view = useSettings((setting) => setting.view);
  const nextView = view === 'grid' ? 'list' : 'grid';
  return (
    <>
      {view === 'list' && <DensityToggle />}
      <IconButton
        icon={nextView === 'list' ? List : LayoutGrid}
        label={t(`gallery.show-${nextView}`)}
        onClick={() => useSettings.setState({ view: nextView })}
      />
    </>
  );
}
