import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';

/** Switches between cards and list; persisted (requirements C-SHELL-10, C-PERSIST-04). */
export function ViewToggle() {
  const t = useText();
  const view = useSettings((setting) => setting.view);
  const nextView = view === 'grid' ? 'list' : 'grid';
  return (
    <IconButton
      icon={nextView === 'list' ? List : LayoutGrid}
      label={t(`gallery.show-${nextView}`)}
      onClick={() => useSettings.setState({ view: nextView })}
    />
  );
}
