import { ListMusic } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useText } from '../platform/text.ts';
import type { ListSource } from './namingData.ts';
import { useDownloadsEnabled } from './optionsData.ts';

const ListDialog = lazyPart(async () => (await import('./ListDialog.tsx')).ListDialog);

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'disabled'> {
  source: ListSource;
}

/** Saves songs as a list for playout or DJ programs. */
export function ListButton({ source, ...button }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (useDownloadsEnabled() !== true) return null;
  return (
    <>
      <Button {...button} icon={ListMusic} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('lists.button')}
      </Button>
      {isOpen && <ListDialog source={source} onClose={() => setOpen(false)} />}
    </>
  );
}
