import { ArrowDownToLine, ListMusic } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useText } from '../platform/text.ts';
import type { ListSource } from './namingData.ts';
import { useDownloadsEnabled } from './optionsData.ts';

const ListDialog = lazyPart(async () => (await import('./ListDialog.tsx')).ListDialog);
const PickupDialog = lazyPart(async () => (await import('./PickupDialog.tsx')).PickupDialog);

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'disabled'> {
  source: ListSource;
}

/** Takes songs home together, named as the station names its files, or saves a list of them for playout or DJ programs. */
export function ListButtons({ source, ...button }: Props) {
  const t = useText();
  const [open, setOpen] = useState<'pickup' | 'list'>();
  const onClose = () => setOpen(undefined);
  if (useDownloadsEnabled() !== true) return null;
  return (
    <>
      <Button {...button} icon={ArrowDownToLine} aria-haspopup="dialog" onClick={() => setOpen('pickup')}>
        {t('pickup.button')}
      </Button>
      <Button {...button} icon={ListMusic} aria-haspopup="dialog" onClick={() => setOpen('list')}>
        {t('lists.button')}
      </Button>
      {open === 'pickup' && <PickupDialog source={source} onClose={onClose} />}
      {open === 'list' && <ListDialog source={source} onClose={onClose} />}
    </>
  );
}
