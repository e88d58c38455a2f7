import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useSetting } from '../platform/settingStore.ts';
import { useText } from '../platform/text.ts';

/** Switches between cards and list; persisted (requirements C-SHELL-10, C-PERSIST-04). */
export function ViewToggle() {
  const t = useText();
  const view = useSetting((setting) => setting.view);
  const nextView = view === 'grid' ? 'list' : 'grid';
  return (
    <IconButton
      icon={nextView === 'list' ? List : LayoutGrid}
      label={t(`gallery.show-${nextView}`)}
      onClick={() => useSetting.setState({ view: nextView })}
    />
  );
}
