import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useSetting } from '../platform/settingStore.ts';
import { useText } from '../platform/text.ts';

/** Shows the gallery as cards or as a list; kept for the next time (C-SHELL-10, C-PERSIST-04). */
export function ViewToggle() {
  const t = useText();
  const view = useSetting((setting) => setting.view);
  const other = view === 'grid' ? 'list' : 'grid';
  return (
    <IconButton
      icon={other === 'list' ? List : LayoutGrid}
      label={t(`gallery.show-${other}`)}
      onClick={() => useSetting.setState({ view: other })}
    />
  );
}
